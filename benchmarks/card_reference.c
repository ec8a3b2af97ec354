/* The card game in C, written for speed: the yardstick of `lostcities bench`.
 *
 * Plays uniformly random rounds of the five-colour game for two, each card in hand counted separately, no cap. It makes
 * the same draws from the same generator as the Python kernels, so equal seeds must give equal games: a test compares.
 *
 * usage: card_reference SEED ROUNDS     prints: turns, sum of the first seat's margins, seconds
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLORS = 5, RANKS = 10, HAND = 8, CARDS = 60 };

/* An expedition in one word, so that laying a card is one addition: cards, wagers and the sum of numbers. */
enum { ONE_CARD = 1, ONE_WAGER = 1 << 8, ONE_POINT = 1 << 16 };

static uint64_t state;

static inline uint32_t below(uint32_t limit) {
    state += 0x9E3779B97F4A7C15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)(((z >> 33) * limit) >> 31);
}

static uint8_t sorted[CARDS], color_of[COLORS * RANKS], rank_of[COLORS * RANKS];
static uint32_t worth[COLORS * RANKS];

static void prepare(void) {
    int n = 0;
    for (int color = 0; color < COLORS; color++)
        for (int rank = 0; rank < RANKS; rank++) {
            int card = color * RANKS + rank;
            color_of[card] = (uint8_t)color;
            rank_of[card] = (uint8_t)rank;
            worth[card] = (uint32_t)(rank ? ONE_CARD + (rank + 1) * ONE_POINT : ONE_CARD + ONE_WAGER);
            for (int copies = rank == 0 ? 3 : 1; copies > 0; copies--) sorted[n++] = (uint8_t)card;
        }
}

static int score(const uint32_t *expeditions) {
    int total = 0;
    for (int c = 0; c < COLORS; c++) {
        int cards = expeditions[c] & 255, wagers = (expeditions[c] >> 8) & 255, sum = (int)(expeditions[c] >> 16);
        if (cards) total += (sum - 20) * (1 + wagers) + (cards >= 8 ? 20 : 0);
    }
    return total;
}

static int play_round(int *margin) {
    /* Stack 0 is the deck, top last; stacks 1 to 5 are the discard piles. */
    uint8_t deck[CARDS], hand[2][HAND], need[2][8] = {{0}}, stack[COLORS + 1][64], height[COLORS + 1] = {CARDS - 2 * HAND};
    uint32_t expeditions[2][8] = {{0}};
    memcpy(deck, sorted, CARDS);
    for (uint32_t last = CARDS - 1; last > 0; last--) {
        uint32_t other = below(last + 1);
        uint8_t kept = deck[last];
        deck[last] = deck[other];
        deck[other] = kept;
    }
    for (int i = 0; i < 2 * HAND; i++) hand[i & 1][i >> 1] = deck[i];
    for (int i = 2 * HAND; i < CARDS; i++) stack[0][CARDS - 1 - i] = deck[i];

    int turns = 0, player = 0;
    while (height[0]) {
        uint8_t *mine = hand[player], *mine_need = need[player];
        uint32_t place, card, color, rank, slot, from, laid;
        do {
            place = below(2 * HAND);
            slot = place & 7;
            laid = place >> 3;
            card = mine[slot];
            color = color_of[card];
            rank = rank_of[card];
        } while (laid & (rank < mine_need[color]));
        /* Both are written, one of them counts: no branch on a coin toss. */
        stack[color + 1][height[color + 1]] = (uint8_t)card;
        height[color + 1] = (uint8_t)(height[color + 1] + 1 - laid);
        expeditions[player][color] += laid * worth[card];
        mine_need[color] = (uint8_t)(laid & (rank > 0) ? rank + 1 : mine_need[color]);
        /* Of equal wagers the first leaves; the last card takes its place. */
        if (rank == 0)
            for (slot = 0; mine[slot] != card; slot++) {}
        mine[slot] = mine[HAND - 1];
        uint32_t barred = laid ? 0 : color + 1;
        do from = below(COLORS + 1);
        while (from && (height[from] == 0 || from == barred));
        mine[HAND - 1] = stack[from][--height[from]];
        player = 1 - player;
        turns++;
    }
    *margin = score(expeditions[0]) - score(expeditions[1]);
    return turns;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: card_reference SEED ROUNDS\n");
        return 2;
    }
    state = strtoull(argv[1], NULL, 10);
    long rounds = strtol(argv[2], NULL, 10), turns = 0, margins = 0;
    prepare();
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long i = 0; i < rounds; i++) {
        int margin;
        turns += play_round(&margin);
        margins += margin;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%ld %ld %.6f\n", turns, margins, (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) * 1e-9);
    return 0;
}
