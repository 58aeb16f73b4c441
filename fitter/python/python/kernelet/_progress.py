"""What a fit says while it works."""

import sys
from contextlib import contextmanager


@contextmanager
def listener(verbose):
    """Whoever hears the words of a fit: nobody, a bar of tqdm, or standard error."""
    if not verbose:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield lambda words: print(words, file=sys.stderr)
        return
    with tqdm(desc="kernelet", bar_format="{desc} {elapsed}") as bar:
        yield lambda words: bar.set_description_str(f"kernelet: {words}")
