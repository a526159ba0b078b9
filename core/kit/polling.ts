/**
 * Polling intervals of the clients, in milliseconds; no other module defines one.
 * Change events make most polls come earlier, and an unchanged answer costs the server nothing (304).
 */
export const POLL = {
  /** The specification's 2 s: an order (B4.1), a subscription (B4.30), the upcoming list (B4.31); spec-map B9.1. */
  every2s: 2_000,
  /** Short waits without a change event: an invoice in preparation, a guest's call that opens. */
  every3s: 3_000,
  /** The specification's 5 s: the layout around every screen (B4.31, A9.1; spec-map B9.1). At the desk, its queue. */
  every5s: 5_000,
  /** Colleagues' work at the desk. */
  every10s: 10_000,
  /** The specification's 15 s: the list of active consultations (B4.31; spec-map B9.1); an order after a failure (B4.1). */
  every15s: 15_000,
  /** The wait forecast. */
  every20s: 20_000,
  /** Slowly changing data: lists of the desk, free slots, webinars, questions. */
  every30s: 30_000,
} as const
