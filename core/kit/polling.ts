/**
 * How often a client asks again by itself, in milliseconds. Intervals stand nowhere else:
 * hints make most of these quicker, and an unchanged answer costs the server nothing (304).
 */
export const POLL = {
  /** The specification's 2 s: an order (B4.1), a subscription (B4.30), what is to come (B4.31); spec-map B9.1. */
  often: 2_000,
  /** What ends within seconds, and nobody hints at it: an invoice that is being made, a guest's call that is to open. */
  shortly: 3_000,
  /** The specification's 5 s: the layout around every screen (B4.31, A9.1; spec-map B9.1). At the desk, its queue. */
  soon: 5_000,
  /** What colleagues do meanwhile. */
  steadily: 10_000,
  /** The specification's 15 s: the list of active consultations (B4.31; spec-map B9.1); and what rests, an order after a failure (B4.1). */
  seldom: 15_000,
  /** How long care now would take. */
  atTimes: 20_000,
  /** What changes by the hour while somebody looks: lists of the desk, free times, webinars, questions. */
  rarely: 30_000,
} as const
