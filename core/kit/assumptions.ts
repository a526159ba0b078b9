/** Values that no requirement settles, each with its reason. docs/product.md says what constrains them. */

/** A slot is held this long for the payment: enough to find a card, short enough not to block a calendar. */
export const LOCK_MINUTES = 10
/** While a 3-D Secure challenge or a Pix code is open the slot stays held, at most this long (product 5.4). */
export const LOCK_CAP_MINUTES = 45
/** A slot that is locked again with less than this left gets its full hold again: the patient asked to keep it. */
export const RENEW_MINUTES = 5
/**
 * An offered waitlist slot is held this long: enough to see a notification at work, short enough for the next
 * patient.
 */
export const OFFER_MINUTES = 15
/** A slot held by the desk: time to find the app, answer and pay, within the longest hold. */
export const DESK_OFFER_MINUTES = 30
/** A slot that starts sooner is not offered: the clinician reads the symptoms first (product 5.3). */
export const LEAD_MINUTES = 30
/** Booking horizon: clinicians' hours are not known further ahead (product 5.3). */
export const HORIZON_DAYS = 30
/** Slot holds for each patient: a family of three may book at once, but nobody can block a calendar (product 5.4). */
export const LOCKS_A_PATIENT = 3
/** An abandoned cart contains symptoms, so it is deleted a day after its last change (product 5.2). */
export const CART_HOURS = 24
/** The shortest summary that is useful to a clinician (product 5.1). */
export const SUMMARY_MIN = 10
export const SUMMARY_MAX = 1_000
/** A 3-D Secure challenge left open this long was abandoned: banks close their own pages after 10 to 15 minutes. */
export const CHALLENGE_MINUTES = 15
/**
 * Minutes after which a challenge in a frame counts as abandoned: Mercado Pago allows five, plus time for the result.
 */
export const FRAMED_CHALLENGE_MINUTES = 6
/** An on-demand patient whose bank takes longer has found care elsewhere: a later payment is refunded (C10.6). */
export const ON_DEMAND_PAYMENT_MINUTES = 60
/** Validity of a Pix code (product 6.6), unless its slot must be free sooner. */
export const PIX_MINUTES = 30
/**
 * The provider's expiry of a code is this much later than ours, so that a repeated request stays within its half hour;
 * the slot is held this much longer while the provider cancels the code.
 */
export const PIX_MARGIN_MINUTES = 2
/**
 * With less than this left of a slot hold no Pix code is created: the patient could not open the bank's app in time.
 */
export const PIX_MIN_MINUTES = 5
/** Each code is a payment at the provider: enough for a family with a slow bank, not for a script. */
export const PIX_CODES_AN_HOUR = 12
/** A scheduled job asks the provider again about an attempt without a result this long after its last change. */
export const ATTEMPT_RECHECK_SECONDS = 15
/** A patient's polling asks the provider at most this often. */
export const PROVIDER_POLL_SECONDS = 5
/**
 * Anonymous carts for each client address in an hour: enough for a household or a small office behind one address.
 */
export const CARTS_AN_HOUR = 120
/** Slots that guests of one client address may hold: several people behind one address, not a whole calendar. */
export const LOCKS_PER_ADDRESS = 10
/** More saved cards than a patient needs, and few enough to choose from. */
export const MAX_SAVED_CARDS = 10
/** Cards that an account may save without a payment in a day: enough for a family, too few to test stolen cards. */
export const CARDS_A_DAY = 10
/** A card that the provider could not save for this long after its payment is not saved. */
export const SAVE_CARD_REQUEST_HOURS = 48
/**
 * First delay before an invoice is retried, with exponential backoff: longer than the minute in which Omie rejects a
 * repeated request.
 */
export const INVOICE_WAIT_SECONDS = 65
/** Caps the backoff at an hour and some minutes: a city's own system may be down for a day. */
export const INVOICE_WAIT_DOUBLINGS = 6
/** Days that an invoice waits for an address that is asked after paying; then it becomes a task of the desk. */
export const INVOICE_ADDRESS_DAYS = 5
/** More than any family needs; bounds the number of invented dependants at the desk. */
export const MAX_DEPENDANTS = 10
/** Days until a bank shows a refund, as MONEI and Mercado Pago tell their own customers. */
export const REFUND_DAYS = { from: 2, to: 10 } as const
/** A clinician may take an appointment this long before its start, to read and be punctual. */
export const TAKE_EARLY_MINUTES = 15
/** A clinician without a heartbeat for this long has left: they do not shorten any wait. */
export const AWAY_MINUTES = 5
/** Expected length until enough consultations were measured: that of the shortest product (product 5.3). */
export const USUAL_CONSULTATION_MINUTES = 15
/** Days that the nightly reconciliation covers: it catches up after a weekend without the provider. */
export const RECONCILE_DAYS = 3
/**
 * Two charges of a monthly subscription within so many days are one month charged twice. A month that was paid by the last
 * of ten days of retries and the next month are at least 18 days apart.
 */
export const DOUBLE_CHARGE_DAYS = 14
/** A younger payment may not yet be in both the provider's records and ours. */
export const RECONCILIATION_DELAY_MINUTES = 60
/**
 * A record stays readable to the clinician of a closed consultation this long: results, questions and follow-ups arrive
 * within a month.
 */
export const RECORD_DAYS = 30
/** Duration of an emergency access: one consultation with its notes, not the rest of the shift. */
export const EMERGENCY_ACCESS_MINUTES = 60
/** Repeated reads of a record within this time make one access log entry. */
export const ACCESS_LOG_INTERVAL_MINUTES = 30
/** Open edit requests for each record: more is a conversation, which needs a consultation. */
export const MAX_OPEN_EDIT_REQUESTS = 10
/** Default validity of a prescription, as pharmacies of both countries expect. */
export const PRESCRIPTION_DAYS = 30
/** The longest prescription: a patient is seen again within a year. */
export const PRESCRIPTION_MAX_DAYS = 365
/** A refund request waits this long for a second manager: a week covers everyone's shifts. */
export const REFUND_REQUEST_DAYS = 7
/** An invitation that needs a second manager waits as long, for the same reason. */
export const INVITATION_REQUEST_DAYS = 7
/** Questions for each patient in a day: more is a conversation, which needs a consultation. */
export const QUESTIONS_A_DAY = 5
/** A registered attendee may enter a webinar this long before it begins, to check the sound. */
export const JOIN_MINUTES = 10
/** The webinar reminder is sent this long before the start. */
export const WEBINAR_REMINDER_MINUTES = 60
/** A video watched this far counts as watched: the rest is credits. */
export const WATCHED_PERCENT = 95
/** The holder sees the desk's changes to a subscription this long, so that they are not missed on holiday. */
export const DESK_ACTION_DAYS = 14
/** A session this young needs no password for sensitive changes: as long as one access token lives. */
export const FRESH_SIGN_IN_MINUTES = 5
