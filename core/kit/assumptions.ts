/** Values that no promise settles, each with its reason. What binds them is in docs/product.md. */

/** A held time waits this long for the payment: enough to find a card, short enough not to empty a calendar. */
export const LOCK_MINUTES = 10
/** While a bank challenge or a Pix code is open the time stays held, but never longer than this (product 5.4). */
export const LOCK_CAP_MINUTES = 45
/** A time that is locked again with less than this left gets its minutes anew: the patient asked to keep it. */
export const RENEW_MINUTES = 5
/** Who waits for a sooner time keeps it this long: enough to see a message at work, short enough for the next in line. */
export const OFFER_MINUTES = 15
/** What the desk keeps for somebody who asked: time to find the app, answer and pay, within the most a time may be kept. */
export const DESK_OFFER_MINUTES = 30
/** A time nearer than this is not offered: the clinician reads the symptoms first (product 5.3). */
export const LEAD_MINUTES = 30
/** Nobody plans further ahead, and clinicians' hours are not known further ahead (product 5.3). */
export const HORIZON_DAYS = 30
/** One patient cannot empty a calendar: a family of three may book at once (product 5.4). */
export const LOCKS_A_PATIENT = 3
/** An abandoned cart holds symptoms, so it is forgotten a day after its last change (product 5.2). */
export const CART_HOURS = 24
/** Shortest summary that tells a clinician anything (product 5.1). */
export const SUMMARY_MIN = 10
export const SUMMARY_MAX = 1_000
/** A 3-D Secure challenge left open this long was abandoned: banks close their own pages after 10 to 15 minutes. */
export const CHALLENGE_MINUTES = 15
/** The same in a frame of ours: Mercado Pago gives a bank's question about five minutes, and its verdict a moment more. */
export const FRAME_MINUTES = 6
/** Whoever asked for care now and whose bank thinks for longer has found it elsewhere: a yes after that goes back (C10.6). */
export const ON_DEMAND_VERDICT_MINUTES = 60
/** A Pix code is good for this long (product 6.6), unless its time must be free sooner. */
export const PIX_MINUTES = 30
/**
 * The provider's own end of a code comes this much after ours, so that a charge that is sent again is still within its
 * half hour; a time is kept this much longer while the provider is asked to give the code up.
 */
export const PIX_MARGIN_MINUTES = 2
/** With less than this left of a time nobody opens their bank's app for it: it is chosen anew. */
export const PIX_SHORTEST_MINUTES = 5
/** Each code is a payment at the provider: enough for a family with a slow bank, not for a script. */
export const PIX_CODES_AN_HOUR = 12
/** An attempt without a verdict this long after its last change is asked about again by whoever sweeps. */
export const SWEEP_AFTER_SECONDS = 15
/** A waiting patient's poll asks the provider at most this often. */
export const ASKING_SECONDS = 5
/** Anonymous carts of one source an hour: a household, a small office behind one address. */
export const CARTS_AN_HOUR = 120
/** Times that guests of one source may hold: several people behind one address, not a whole calendar. */
export const LOCKS_PER_ADDRESS = 10
/** More kept cards than anybody carries; a list that one can still choose from. */
export const MOST_CARDS = 10
/** Cards that may be kept without a payment in a day: a family's, not a thief's list. */
export const CARDS_A_DAY = 10
/** A card that a payment was to keep and that the provider could not take for this long is not kept. */
export const SAVE_CARD_REQUEST_HOURS = 48
/** An invoice is tried again after more than the minute within which Omie answers nothing twice, then ever more rarely. */
export const INVOICE_WAIT_SECONDS = 65
/** The longest pause is an hour and some minutes: a city's own system may be away for a day. */
export const INVOICE_WAIT_DOUBLINGS = 6
/** A family: nobody has more minors in their charge, and nobody fills the desk with invented ones. */
export const MOST_DEPENDANTS = 10
/** Days until a bank shows money that went back: what MONEI and Mercado Pago tell their own customers. */
export const REFUND_DAYS = { from: 2, to: 10 } as const
/** A clinician may take an appointment this long before its time: early enough to read and be punctual. */
export const TAKE_EARLY_MINUTES = 15
/** A clinician whose desk was silent this long has gone: they do not shorten anybody's wait. */
export const AWAY_MINUTES = 5
/** Until enough consultations were measured, one takes as long as the shortest product (product 5.3). */
export const USUAL_CONSULTATION_MINUTES = 15
/** How far back the nightly comparison with the payment provider looks: a weekend without a provider is caught up with. */
export const RECONCILE_DAYS = 3
/** Younger than this, a payment may be on its way between the provider's books and ours. */
export const SETTLING_MINUTES = 60
/** A record stays open to who closed a consultation this long: a result, a question, a follow-up come within a month. */
export const RECORD_DAYS = 30
/** An emergency opening lasts this long: one consultation with its notes, and not the rest of the shift. */
export const GLASS_MINUTES = 60
/** Somebody who reads a record for longer than this has looked again: one line says so. */
export const LOOK_MINUTES = 30
/** More questions than this at once are a conversation, and that is what a consultation is for. */
export const OPEN_REQUESTS = 10
/** A prescription is good for this long unless its clinician says otherwise: what pharmacies of both countries expect. */
export const PRESCRIPTION_DAYS = 30
/** Nobody prescribes for longer than a year without seeing the patient again. */
export const PRESCRIPTION_MOST_DAYS = 365
/** For so long a refund that one manager asked for waits for another: a week has everybody's shifts. */
export const REFUND_REQUEST_DAYS = 7
/** As long, and for the same reason, an invitation that needs a second manager. */
export const INVITATION_REQUEST_DAYS = 7
/** More questions than this in a day are a conversation, which is what a consultation is for. */
export const QUESTIONS_A_DAY = 5
/** Who registered for a webinar may go in this long before it begins: time to find a chair and the sound. */
export const JOIN_MINUTES = 10
/** Who registered for a webinar is reminded this long before it. */
export const WEBINAR_REMINDER_MINUTES = 60
/** Seen this far, a film counts as seen: its end says who made it. */
export const SEEN_PERCENT = 95
/** What the desk did with a subscription is shown to its holder this long: who is on holiday reads it too. */
export const DESK_ACTION_DAYS = 14
/** A session this young proves who its holder is without the password: as long as one access token lives. */
export const FRESH_SIGN_IN_MINUTES = 5
