#!/bin/sh
# The head of all rows beside that of a sample: test errors, and the same bytes for 1 and 37 shards.
#
#   KERNELET=target/release/kernelet fitter/benches/shards.sh        needs python3 with numpy
set -eu
kernelet=$(realpath "${KERNELET:-target/release/kernelet}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 - <<'P'
import numpy as np

waves = np.random.default_rng(0)
W, b, a = waves.normal(size=(16, 12)) * 0.8, waves.uniform(0, 6.28, 12), waves.normal(size=12)


def made(rows, seed):
    random = np.random.default_rng(seed)
    X = random.normal(size=(rows, 16))
    y = np.digitize(np.cos(X @ W + b) @ a + 0.3 * random.normal(size=rows), [-0.6, 0.6])
    return np.column_stack([X, y])


train = made(1_000_000, 1)[:200_000]
np.save("all.npy", train)
np.save("test.npy", made(50_000, 9))
for place, part in enumerate(np.array_split(train, 37)):
    np.save(f"part{place}.npy", part)
P
for made in "--method learned --features 60" "--method learned --features 60 --number q3" \
    "--method learned --features 40 --number f32" "--method mc --features 100 --head ridge"; do
    # shellcheck disable=SC2086 # a list of options
    "$kernelet" fit all.npy --sample-rows 20000 $made --plan-only --out plan.json --quiet >/dev/null
    # shellcheck disable=SC2086
    "$kernelet" fit all.npy --sample-rows 20000 $made --out sample.klt --quiet >/dev/null
    "$kernelet" statistics all.npy --plan plan.json -o one.stat --quiet >/dev/null
    for place in $(seq 0 36); do
        "$kernelet" statistics "part$place.npy" --plan plan.json -o "part$place.stat" --quiet >/dev/null
    done
    "$kernelet" merge $(ls part*.stat | sort -R) -o many.stat >/dev/null
    "$kernelet" fit --from one.stat --out one.klt >/dev/null
    "$kernelet" fit --from many.stat --out many.klt >/dev/null
    cmp one.klt many.klt
    echo "$made"
    for model in sample.klt many.klt; do
        "$kernelet" evaluate "$model" test.npy | head -1
    done
    rm -f sample.klt* one.klt* many.klt* *.stat plan.json
done
