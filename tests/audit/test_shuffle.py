"""The shuffle and its frozen vectors: they must never change, or old matches could no longer be verified."""

import itertools
import json
import re
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from games.audit import shuffle
from games.matches.match_random import seed_commitment
from games.protocol.command_bodies import HEX_32_BYTES_PATTERN
from games.rulebook.entropy import digest_of_entropy
from tests.conformance import independent_luck_check

VECTORS = json.loads((Path(__file__).parents[2] / "docs/reference/luck_vectors.json").read_text())
SEED = bytes(range(32))
SALT = b"dixit/v1/shuffle"


def test_the_first_ten_cards_of_a_deck_are_those_of_the_published_vector():
    order = shuffle.shuffle(shuffle.derive_key(SEED, SALT, "deck"), range(84))
    assert order[:10] == (65, 58, 2, 79, 6, 25, 66, 30, 64, 28)


@pytest.mark.parametrize(
    ("label", "key", "order"),
    [
        (
            "deck",
            "66c8516e88839d5697d536e2736604ef770e454abdb6edd3b509196d695380a8",
            (0, 8, 10, 11, 2, 5, 7, 6, 1, 4, 3, 9),
        ),
        (
            "reshuffle/1",
            "da40e6d4e31bf4aedf9765a47d347d10ca2dab2e322073f9d44dda7ffc328767",
            (6, 0, 8, 5, 3, 9, 7, 1, 11, 10, 2, 4),
        ),
        (
            "tableau/3",
            "40a4246ce93d704272601a4fbd5c09fefc829c9cbc965064ce0111cb9f6fcb49",
            (1, 5, 3, 8, 9, 2, 6, 4, 0, 11, 10, 7),
        ),
        (
            "first",
            "5eb27c7fdb83ef44f9ce61ae8b39b6ce10b507bfbd62ee881a05b3dcec5e7669",
            (7, 8, 1, 5, 9, 2, 4, 10, 6, 11, 0, 3),
        ),
    ],
)
def test_each_label_has_its_own_key_and_order(label: str, key: str, order: tuple[int, ...]):
    derived = shuffle.derive_key(SEED, SALT, label)
    assert derived.hex() == key
    assert shuffle.shuffle(derived, range(12)) == order


@pytest.mark.parametrize("label", ["deck", "reshuffle/12", "tableau/3", "auto/3.voting/2"])
def test_the_key_matches_hkdf_of_the_cryptography_library(label: str):
    assert shuffle.derive_key(SEED, SALT, label) == HKDF(SHA256(), 32, SALT, label.encode()).derive(SEED)


def test_a_draw_that_would_favour_small_numbers_is_rejected():
    limit = 2**32 - 2**32 % 84
    assert shuffle.uniform_below(84, iter([limit, limit + 3, 2**32 - 1, 85])) == 1


@pytest.mark.parametrize("count", [0, 1, 2, 84])
def test_a_shuffle_neither_loses_nor_duplicates_items(count: int):
    assert sorted(shuffle.shuffle(SEED, range(count))) == list(range(count))


def test_every_order_of_four_items_is_equally_likely():
    """Chi-square over 24 orders; chance exceeds 49.7 once in a thousand runs, and the seeds are fixed."""
    assert chi_square(shuffle.shuffle) < 49.7


def test_control_the_chi_square_check_detects_a_naive_shuffle():
    def naive_shuffle(key: bytes, items: range) -> tuple[int, ...]:
        order, numbers = list(items), shuffle.random_words(key)
        for position in range(len(order)):
            other = shuffle.uniform_below(len(order), numbers)
            order[position], order[other] = order[other], order[position]
        return tuple(order)

    assert chi_square(naive_shuffle) > 49.7


def chi_square(shuffle_function) -> float:
    runs, orders = 4800, dict.fromkeys(itertools.permutations(range(4)), 0)
    for run in range(runs):
        orders[shuffle_function(shuffle.derive_key(SEED, SALT, f"test/{run}"), range(4))] += 1
    expected = runs / len(orders)
    return sum((count - expected) ** 2 / expected for count in orders.values())


def test_seed_and_entropy_digests_match_the_published_vectors():
    for vector in VECTORS["seed_digests"]:
        assert seed_commitment(bytes.fromhex(vector["seed"])) == vector["digest"]
    for vector in VECTORS["entropy_digests"]:
        assert digest_of_entropy(vector["entropy"]) == vector["digest"]
        assert re.search(HEX_32_BYTES_PATTERN, vector["entropy"])
    assert not any(re.search(HEX_32_BYTES_PATTERN, text) for text in VECTORS["not_entropy"])


def test_draws_and_bounded_numbers_match_the_published_vectors():
    for vector in VECTORS["draws"]:
        words = itertools.islice(shuffle.random_words(bytes.fromhex(vector["key"])), len(vector["numbers"]))
        assert list(words) == vector["numbers"]
    for vector in VECTORS["numbers_below"]:
        numbers = iter(vector["numbers"])
        assert shuffle.uniform_below(vector["below"], numbers) == vector["result"]
        assert len(vector["numbers"]) - len(list(numbers)) == vector["drawn"]


@pytest.mark.parametrize("vector", VECTORS["orders"], ids=lambda vector: vector["about"])
def test_orders_match_the_published_vectors(vector):
    material = shuffle.key_material(bytes.fromhex(vector["seed"]), vector["entropy"])
    key = shuffle.derive_key(material, bytes.fromhex(vector["salt"]), vector["label"])
    assert key.hex() == vector["key"]
    assert list(shuffle.shuffle(key, vector["items"])) == vector["order"]


def test_the_published_match_with_a_void_draw_passes_the_independent_check():
    void_match = VECTORS["void"]
    independent_luck_check.check_shuffles(void_match["events"])
    inputs = independent_luck_check.shuffle_inputs(void_match["events"])
    assert (inputs.salt.hex(), (inputs.seed + inputs.entropy).hex()) == (void_match["salt"], void_match["material"])
    assert shuffle.derive_key(inputs.seed + inputs.entropy, inputs.salt, "deck").hex() == void_match["deck_key"]


def test_at_least_forty_vectors_are_published():
    assert sum(len(part) for part in VECTORS.values() if isinstance(part, list)) >= 40
