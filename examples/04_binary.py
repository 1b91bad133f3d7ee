"""
Denoise a picture with QPBO
===========================

QPBO and QPBO-I, the binary solvers inside frenemy, also work on their own. Here they clean a black-and-white picture
of which we know some edges.

Neighbours should agree, except across edges that were drawn, where they should differ. The second kind of term is not
submodular, so a plain minimum cut cannot do it.
"""

import matplotlib.pyplot as plt
import numpy as np

from frenemy.binary import BinaryEnergy, improve, qpbo

rng = np.random.default_rng(0)
height, width = 24, 48
yy, xx = np.mgrid[:height, :width]
truth = ((xx - 24) ** 2 / 3 + (yy - 12) ** 2 < 64).astype(int)
seen = truth ^ (rng.random(truth.shape) < 0.25)

# %%
# The energy: contradicting an observed pixel costs 1. Right and lower neighbours agree, or differ across a drawn edge.

unary = np.stack((seen.ravel() == 1, seen.ravel() == 0), axis=1).astype(float)
node = np.arange(height * width).reshape(height, width)
u = np.concatenate((node[:, :-1].ravel(), node[:-1].ravel()))
v = np.concatenate((node[:, 1:].ravel(), node[1:].ravel()))
is_edge = truth.ravel()[u] != truth.ravel()[v]
is_drawn = rng.random(len(u)) < np.where(is_edge, 0.5, 0.02)  # a few are wrong
agree, differ = np.array([[0.0, 0.9], [0.9, 0.0]]), np.array([[2.0, 0.0], [0.0, 2.0]])
tables = np.where(is_drawn[:, None, None], differ, agree)

# %%
# ``qpbo`` labels the pixels that it can prove. ``improve`` (QPBO-I) labels all of them.

energy = BinaryEnergy(height * width, unary=unary, u=u, v=v, tables=tables)
certain = qpbo(energy)
labels = improve(energy, start=seen.ravel(), seed=0, rounds=3)

print(
    f"roof duality knows {certain.share_labeled:.0%} of the pixels; nothing costs less than {certain.lower_bound:.1f}"
)
print(f"seen: cost {energy(seen.ravel()):.1f}, {np.mean(seen != truth):.1%} wrong")
print(f"QPBO-I: cost {energy(labels):.1f}, {np.mean(labels != truth.ravel()):.1%} wrong")

# %%
# Grey pixels are those that QPBO alone leaves open.

figure, panels = plt.subplots(2, 2, figsize=(9, 5), layout="constrained")
pictures = {
    "the true picture": truth,
    "what we see": seen,
    "proven by QPBO": np.where(certain.labels < 0, 0.5, certain.labels),
    "found by QPBO-I": labels,
}
for panel, (title, picture) in zip(panels.flat, pictures.items(), strict=True):
    panel.imshow(picture.reshape(height, width), cmap="gray_r", vmin=0, vmax=1)
    panel.set_title(title)
    panel.set(xticks=[], yticks=[])
plt.show()
