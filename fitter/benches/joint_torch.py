"""Times joint training in PyTorch, with the shapes, batches, optimiser, schedule and noise of `joint.rs` beside this file.

    pip install torch numpy
    python3 fitter/benches/joint_torch.py

It prints the seconds of a training, the least of three, on one thread and two.
"""

import math
import time

import torch

EPOCHS, BATCH, RATE, NOISE = 60, 256, 0.01, 0.1
SHAPES = {"letter": (16_000, 16, 26, 200), "spam": (4_601, 57, 2, 50)}


def train(rows, inputs, classes, features):
    torch.manual_seed(1)
    z = torch.randn(rows, inputs)
    w = (0.2 * torch.randn(inputs, features)).requires_grad_()
    b = (2 * math.pi * torch.rand(features)).requires_grad_()
    outputs = 1 if classes == 2 else classes
    theta = torch.zeros(features, outputs, requires_grad=True)
    bias = torch.zeros(outputs, requires_grad=True)
    y = torch.randint(classes, (rows,))
    if outputs == 1:
        y = y.float()[:, None]
        loss = torch.nn.functional.binary_cross_entropy_with_logits
    else:
        loss = torch.nn.functional.cross_entropy
    parameters = [w, b, theta, bias]
    adam = torch.optim.Adam(parameters, lr=RATE, betas=(0.9, 0.99))
    batches = math.ceil(rows / BATCH)
    cycle = torch.optim.lr_scheduler.OneCycleLR(
        adam, max_lr=RATE, total_steps=EPOCHS * batches, cycle_momentum=False
    )
    start = time.perf_counter()
    for _ in range(EPOCHS):
        for chosen in torch.randperm(rows).tensor_split(batches):
            x = z[chosen]
            x = x + NOISE * torch.randn_like(x)
            value = loss(torch.addmm(bias, torch.cos(torch.addmm(b, x, w)), theta), y[chosen])
            adam.zero_grad()
            value.backward()
            adam.step()
            cycle.step()
    return time.perf_counter() - start


for threads in (1, 2):
    torch.set_num_threads(threads)
    for name, shape in SHAPES.items():
        print(f"{name}, threads {threads}: {min(train(*shape) for _ in range(3)):.2f} s")
