/* The card game in C, written for speed: the baseline of `lostcities bench`.
 *
 * Plays uniformly random rounds of the five-colour game for two, each card in hand counted separately, without a cap on turns.
 * It makes the same draws from the same generator as the Python kernels, so equal seeds must give equal rounds: a test
 * compares them. What makes it fast, each measured: the position in registers, several tries at once without a branch.
 *
 * usage: card_reference SEED ROUNDS      prints: turns, points of seat 0, points of seat 1, seconds
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COLORS = 5, HAND = 8, CARDS = 60, NO_PILE = 31 };

/* A card is color * 16 + rank, a hand is eight of them in one word. An expedition is one word, so that playing a card is one addition. */
enum { CARD = 1, WAGER = 1 << 8, POINT = 1 << 16 };

#define EACH_BYTE 0x0101010101010101u
#define BIT_7 0x8080808080808080u
#define BIT(set, place) ((set) >> (place) & 1)

static uint64_t generator;

/* SplitMix64: 60 random bits. */
static inline uint64_t scramble(void) {
    generator += 0x9E3779B97F4A7C15u;
    uint64_t mixed = (generator ^ generator >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return mixed >> 4;
}

/* A one above the random bits marks their end. */
static inline uint64_t random_bits(void) { return scramble() | 1ull << 60; }

static inline uint32_t below(uint32_t limit) { return (uint32_t)((scramble() >> 29) * limit >> 31); }

/* Whether four bits name a legal play: 0 to 7 discard that card of the hand, 8 to 15 play it. */
static inline uint32_t may_play(uint32_t place, uint64_t hand, uint64_t need) {
    uint32_t card = hand >> (place & 7) * 8 & 255;
    return (place < HAND) | ((card & 15) >= (need >> (card >> 4) * 4 & 15));
}

static int score(const uint32_t *expeditions) {
    int total = 0;
    for (int color = 0; color < COLORS; color++) {
        int cards = expeditions[color] & 255, wagers = expeditions[color] >> 8 & 255, sum = (int)(expeditions[color] >> 16);
        if (cards) total += (sum - 20) * (1 + wagers) + (cards >= 8 ? 20 : 0);
    }
    return total;
}

/* Stack 0 is the deck, its top last; stacks 1 to 5 are the discard piles. */
static int play_round(uint32_t expeditions[16]) {
    uint8_t deck[CARDS], stack[COLORS + 1][CARDS], height[8] = {CARDS - 2 * HAND};
    for (int i = 0; i < CARDS; i++) deck[i] = (uint8_t)(i / 12 * 16 + (i % 12 > 2 ? i % 12 - 2 : 0));
    for (uint32_t last = CARDS - 1; last > 0; last--) {
        uint32_t other = below(last + 1);
        uint8_t kept = deck[last];
        deck[last] = deck[other];
        deck[other] = kept;
    }
    uint64_t hand = 0, other_hand = 0, need = 0, other_need = 0;
    for (int i = HAND - 1; i >= 0; i--) {
        hand = hand << 8 | deck[2 * i];
        other_hand = other_hand << 8 | deck[2 * i + 1];
    }
    for (int i = 2 * HAND; i < CARDS; i++) stack[0][CARDS - 1 - i] = deck[i];

    int turns = 0;
    uint32_t stacks = 1, seat = 0;
    while (stacks & 1) {
        uint32_t place;
        for (uint64_t bits = random_bits();; bits = bits >> 12 > 1 ? bits >> 12 : random_bits()) {
            uint32_t first = bits & 15, second = bits >> 4 & 15, third = bits >> 8 & 15;
            uint32_t ok_first = may_play(first, hand, need), ok_second = may_play(second, hand, need);
            place = ok_first ? first : ok_second ? second : third;
            if (ok_first | ok_second | may_play(third, hand, need)) break;
        }
        uint32_t card = hand >> (place & 7) * 8 & 255, color = card >> 4, rank = card & 15, barred = NO_PILE;
        if (place >= HAND) {
            expeditions[seat + color] += rank ? CARD + (rank + 1) * POINT : CARD + WAGER;
            need = (need & ~(15ull << color * 4)) | (uint64_t)(rank + (rank > 0)) << color * 4;
        } else {
            barred = color + 1;
            stack[barred][height[barred]++] = (uint8_t)card;
            stacks |= 1u << barred;
        }
        /* Remove the first card equal to the one played; the last card takes its place. */
        uint64_t differ = hand ^ card * EACH_BYTE;
        uint32_t shift = (uint32_t)__builtin_ctzll((differ - EACH_BYTE) & ~differ & BIT_7) & 56;
        hand = (hand & ~(255ull << shift)) | hand >> 56 << shift;

        uint32_t from, open = stacks & ~(1u << barred);
        for (uint64_t bits = random_bits();; bits = bits >> 12 > 1 ? bits >> 12 : random_bits()) {
            uint32_t first = bits & 7, second = bits >> 3 & 7, third = bits >> 6 & 7, fourth = bits >> 9 & 7;
            from = BIT(open, first) ? first : BIT(open, second) ? second : BIT(open, third) ? third : fourth;
            if (BIT(open, from)) break;
        }
        uint32_t left = --height[from];
        stacks &= ~((uint32_t)(left == 0) << from);
        uint64_t drawn = (hand & ~(255ull << 56)) | (uint64_t)stack[from][left] << 56;
        hand = other_hand;
        other_hand = drawn;
        uint64_t kept = need;
        need = other_need;
        other_need = kept;
        seat ^= 8;
        turns++;
    }
    return turns;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: card_reference SEED ROUNDS\n");
        return 2;
    }
    generator = strtoull(argv[1], NULL, 10);
    long rounds = strtol(argv[2], NULL, 10), turns = 0, first = 0, second = 0;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long i = 0; i < rounds; i++) {
        uint32_t expeditions[16] = {0};
        turns += play_round(expeditions);
        first += score(expeditions);
        second += score(expeditions + 8);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) * 1e-9;
    printf("%ld %ld %ld %.6f\n", turns, first, second, seconds);
    return 0;
}
