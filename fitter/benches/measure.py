"""A run of the command, with what it took."""
import json
import os
import shlex
import subprocess
import time


def run(words):
    """Runs a command in two threads; returns its JSON with seconds and peak megabytes."""
    start = time.time()
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{shlex.join(words)}: exit code {process.returncode}")
    return json.loads(printed) | {"wall": time.time() - start, "cpu": usage.ru_utime + usage.ru_stime,
                                  "peak": usage.ru_maxrss / 1024}
