"""The posterior of `moot.stats.judging.best_chance` in numpy, for many councils at once, and how well it is
calibrated."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from benchmarks.judges.councils import Floats
from moot.stats.judging.best_chance import EFFICIENCY, POINTS, STRETCH, STRETCHED, WIDTH
from moot.vocabulary.history.track_record import Prior

PRIOR = Prior()


class Told(NamedTuple):
    """What the model says of many councils: by council and answer."""

    chance: Floats
    strength: Floats
    low: Floats
    high: Floats


def below(value: Floats) -> Floats:
    """The normal distribution's share below a value, to seven digits (Abramowitz and Stegun 7.1.26)."""
    size = np.abs(value) / np.sqrt(2)
    part = 1 / (1 + 0.3275911 * size)
    series = (
        (((1.061405429 * part - 1.453152027) * part + 1.421413741) * part - 0.284496736) * part + 0.254829592
    ) * part
    erf = 1 - series * np.exp(-size * size)
    told: Floats = 0.5 * (1 + np.sign(value) * erf)
    return told


def told_of(given: Floats, scores: Floats, own_weight: float, prior: Prior = PRIOR, *, shared: float = 0.0) -> Told:
    """From places (not a number where there is no vote) and scores; `shared` as for `Fit.chance`."""
    councils, readers, seats = given.shape
    weight = np.where(np.isnan(given), 0.0, np.where(np.eye(readers, seats, dtype=bool), own_weight, 1.0))
    held = weight.sum(axis=1)
    votes = np.where(np.isnan(given), 0.0, _normal(np.nan_to_num(given), seats))
    means = (votes * weight).sum(axis=1) / held
    within = (weight * (votes - means[:, None, :]) ** 2).sum(axis=(1, 2))
    free = (seats - 1) / seats
    degrees = (held.sum(axis=1) - seats) * free
    fits = []
    for share, often in zip(prior.agreement, prior.likely, strict=True):
        own = share / 100
        variance = own + (1 - own) / (EFFICIENCY * held)
        between = (np.log(variance) + means**2 / variance).sum(axis=1)
        fits.append(np.log(often) - (between * free + degrees * np.log(1 - own) + within / (1 - own)) / 2)
    weights = np.exp(np.array(fits) - np.max(fits, axis=0))
    weights /= weights.sum(axis=0)
    spread = np.sqrt((seats + 1) * seats / 12) / (seats - 1)
    stands, found = _normal(scores, seats), (scores - 0.5) / spread
    chance, strength = np.zeros((councils, seats)), np.zeros((councils, seats))
    parts = []
    for share, part in zip(prior.agreement, weights, strict=True):
        own = share / 100
        kept = own / (own + (1 - own) / (EFFICIENCY * held))
        deviation = np.sqrt(own * (1 - kept))
        stretch = (2 - own) ** STRETCH if seats >= STRETCHED else 1.0
        chance += part[:, None] * _best(
            (1 - shared) * kept * stands * stretch, np.sqrt(own * (1 - shared) * ((1 - shared) * (1 - kept) + shared))
        )
        strength += part[:, None] * kept * found
        parts.append((part[:, None], kept * found, deviation))
    low, high = (np.clip(0.5 + _quantile(parts, share) * spread, 0, 1) for share in (0.025, 0.975))
    return Told(chance, np.clip(0.5 + strength * spread, 0, 1), low, high)


def _normal(place: Floats, length: int) -> Floats:
    """Blom's normal scores, in deviations of a sheet of this length."""
    share = (np.clip(place, 0, 1) * (length - 1) + 0.625) / (length + 0.25)
    own = np.array([NormalDist().inv_cdf((number + 0.625) / (length + 0.25)) for number in range(length)])
    told: Floats = np.interp(share, *_QUANTILES) / np.sqrt((own**2).sum() / (length - 1))
    return told


_SHARES = np.linspace(0.001, 0.999, 4_991)
_QUANTILES = _SHARES, np.array([NormalDist().inv_cdf(share) for share in _SHARES])


def _best(centre: Floats, deviation: Floats) -> Floats:
    low = (centre - WIDTH * deviation).max(axis=1)[:, None]
    high = (centre + WIDTH * deviation).max(axis=1)[:, None]
    shares = np.zeros(centre.shape)
    before = below((low - centre) / deviation)
    for point in range(1, POINTS + 1):
        after = below((low + (high - low) * point / POINTS - centre) / deviation)
        middle = np.maximum((before + after) / 2, 1e-300)
        shares += (after - before) * np.exp(np.log(middle).sum(axis=1, keepdims=True)) / middle
        before = after
    told: Floats = shares / shares.sum(axis=1, keepdims=True)
    return told


def _quantile(parts: Sequence[tuple[Floats, Floats, Floats]], share: float) -> Floats:
    low = np.min([centre - WIDTH * deviation for _, centre, deviation in parts], axis=0)
    high = np.max([centre + WIDTH * deviation for _, centre, deviation in parts], axis=0)
    for _ in range(30):
        middle = (low + high) / 2
        under = sum(part * below((middle - centre) / deviation) for part, centre, deviation in parts) < share
        low, high = np.where(under, middle, low), np.where(under, high, middle)
    told: Floats = (low + high) / 2
    return told


def deciles(chance: Floats, truth: Floats) -> list[tuple[int, float, float]]:
    """How many answers were told a chance in each tenth, the mean chance told, and the share that were the best."""
    best = np.arange(truth.shape[1]) == np.argmax(truth, axis=1)[:, None]
    tenth = np.minimum((chance * 10).astype(int), 9)
    return [
        (int(chosen.sum()), float(chance[chosen].mean()), float(best[chosen].mean())) if chosen.any() else (0, 0.0, 0.0)
        for chosen in (tenth == number for number in range(10))
    ]


def fresh_share(truth: Floats, noise: Floats) -> Floats:
    """For each answer the share of the others that a further reader of this noise is expected to put below it."""
    gaps = (truth[:, :, None] - truth[:, None, :]) / (np.sqrt(2) * noise[:, :, None])
    seats = truth.shape[1]
    told: Floats = (below(gaps).sum(axis=2) - 0.5) / (seats - 1)
    return told
