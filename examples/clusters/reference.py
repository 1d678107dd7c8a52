#!/usr/bin/env python3
"""Writes wine.csv, and what scikit-learn finds in the two data sets: `reference.csv`. It needs scikit-learn.

One line a number: the data set, the number's name, and the number. Features are divided by their standard deviations first. The signs of
components are free, so squares stand for them.
"""

import csv
import pathlib

import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris, load_wine
from sklearn.decomposition import PCA
from sklearn.metrics import adjusted_rand_score

HERE = pathlib.Path(__file__).parent
DATA = HERE.parent / "data"


def write_wine():
    wine = load_wine()
    with open(DATA / "wine.csv", "w", newline="") as file:
        file.write(f"{len(wine.data)},{wine.data.shape[1]},{','.join(wine.target_names)}\n")
        for row, kind in zip(wine.data, wine.target):
            file.write(",".join(repr(float(number)) for number in row) + f",{kind}\n")


def main():
    write_wine()
    lines = []
    for name, load in [("iris", load_iris), ("wine", load_wine)]:
        data = load()
        standard = (data.data - data.data.mean(axis=0)) / data.data.std(axis=0)
        pca = PCA(n_components=2).fit(standard)
        # scikit-learn divides by N - 1
        n = len(standard)
        for i, (variance, ratio) in enumerate(zip(pca.explained_variance_ * (n - 1) / n, pca.explained_variance_ratio_)):
            lines += [(name, f"variance{i}", variance), (name, f"ratio{i}", ratio)]
        for i, component in enumerate(pca.components_):
            lines += [(name, f"component{i}.{j}", weight**2) for j, weight in enumerate(component)]
        scores = pca.transform(standard)
        lines += [(name, f"score{i}.{j}", scores[i, j] ** 2) for i in (0, n // 2, n - 1) for j in (0, 1)]
        kmeans = KMeans(n_clusters=3, n_init=50, tol=0, random_state=0).fit(standard)
        lines += [(name, "inertia", kmeans.inertia_), (name, "agreement", adjusted_rand_score(data.target, kmeans.labels_))]
        lines += [(name, f"cluster{i}", size) for i, size in enumerate(sorted(np.bincount(kmeans.labels_)))]
    with open(HERE / "reference.csv", "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows((name, key, repr(float(number))) for name, key, number in lines)


main()
