import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { EmailAddress } from '../../kit/email-address.ts'
import { Code, Id, Moment, Name, Reason, Text } from '../../kit/shapes.ts'
import { NewPassword } from '../api.ts'
import { StaffRole } from './staff-api.ts'

// The staff of a clinic: managers invite colleagues and edit the clinicians' public profiles.

/** A text for each language of the partner: `{ es: "…", en: "…" }`. */
const ByLanguage = (most: number) => v.record(v.pipe(v.string(), v.maxLength(10)), Text(0, most))
const LinesByLanguage = v.record(v.pipe(v.string(), v.maxLength(10)), v.pipe(v.array(Text(1, 200)), v.maxLength(20)))

/** A clinician's public profile, and what the calendar needs. */
export const ClinicianProfile = v.object({
  name: Name(2, 80),
  registrationNumber: Text(1, 40),
  specialty: ByLanguage(120),
  bio: ByLanguage(2_000),
  experience: LinesByLanguage,
  studies: LinesByLanguage,
  /** Codes of the spoken languages: es, en, pt-BR … */
  languages: v.pipe(v.array(Text(2, 10)), v.minLength(1), v.maxLength(10)),
  /** IANA name, such as Europe/Madrid. */
  timeZone: Text(1, 60),
  /** Pause after each consultation. */
  bufferMinutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15)),
  /** Ids of the products that the clinician offers. */
  products: v.pipe(v.array(Text(1, 40)), v.maxLength(100)),
})
export type ClinicianProfile = v.InferOutput<typeof ClinicianProfile>

const Member = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  role: StaffRole,
  status: v.picklist(['active', 'blocked']),
  /** The account was reset: only its link can sign in. */
  isLinkDue: v.boolean(),
  clinicianId: v.nullable(Id),
})
export type Member = v.InferOutput<typeof Member>

const Invitation = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  role: StaffRole,
  /** The existing staff member whose account was reset, because of a new phone or a forgotten password. */
  memberId: v.nullable(Id),
  /** The clinician's profile, which exists before the invitation is accepted. */
  clinicianId: v.nullable(Id),
  invitedAt: Moment,
  /** End of the link, three days after it was sent; for a waiting invitation, the end of the approval period. */
  expiresAt: Moment,
  /**
   * `waiting` for another manager's approval; then `open` until it is used, or `over`. `declined` is listed for a
   * week.
   */
  state: v.picklist(['waiting', 'open', 'over', 'declined']),
  /** null: created on the server's command line. */
  invitedBy: v.nullable(v.string()),
  /** The reader's own invitation: they may withdraw it while it waits, but not approve it. */
  isMine: v.boolean(),
  /** The second manager who approved or declined, where one was needed. */
  answeredBy: v.nullable(v.string()),
  /** Why it was declined. */
  answer: v.nullable(v.string()),
})
export type Invitation = v.InferOutput<typeof Invitation>

const MANAGERS = { NOT_ALLOWED: 403 } as const

export const getTeam = call({
  method: 'GET',
  path: '/desk/team',
  ...manager,
  reply: v.object({
    members: v.array(Member),
    invitations: v.array(Invitation),
    clinicians: v.array(v.object({ id: Id, ...ClinicianProfile.entries, photoUrl: v.nullable(v.string()) })),
    /** Products that a clinician can offer, and languages for patients' texts. */
    products: v.array(v.object({ id: v.string(), name: v.string() })),
    locales: v.array(v.string()),
  }),
  refusals: MANAGERS,
})

/**
 * Sends an invitation. Its link works once, for three days: the colleague sets a password and an authenticator. With
 * `waits` (core/access/team/second-manager.ts) it is sent only after another manager has approved it.
 */
export const inviteColleague = call({
  method: 'POST',
  path: '/desk/team/invitations',
  repeat: 'replay',
  ...manager,
  /** `profile` for clinicians only. */
  body: v.object({ name: Name(2, 80), email: EmailAddress, role: StaffRole, profile: v.optional(ClinicianProfile) }),
  reply: v.object({ id: Id, waits: v.boolean() }),
  status: 201,
  refusals: {
    ...MANAGERS,
    /** A staff member or an open invitation has this e-mail address. */
    EMAIL_TAKEN: 409,
    PROFILE_MISSING: 400,
    PRODUCT_NOT_FOUND: 404,
    UNKNOWN_TIME_ZONE: 400,
    RATE_LIMITED: 429,
  },
})

/** Withdraws an invitation. After a reset, the previous credentials become valid again. */
export const withdrawInvitation = call({
  method: 'DELETE',
  path: '/desk/team/invitations/:id',
  ...manager,
  params: v.object({ id: Id }),
  /** WAITS_FOR_YOU: another manager made it; it must be approved, or declined with a reason. */
  refusals: { ...MANAGERS, INVITATION_NOT_FOUND: 404, WAITS_FOR_YOU: 409 },
})

const ANSWER = { ...MANAGERS, INVITATION_NOT_FOUND: 404, OWN_INVITATION: 409 } as const

/** Approves another manager's invitation, which is then sent. */
export const approveInvitation = call({
  method: 'POST',
  path: '/desk/team/invitations/:id/approval',
  repeat: 'replay',
  ...manager,
  params: v.object({ id: Id }),
  refusals: ANSWER,
})

/** Declines with a reason, which the inviting manager reads. */
export const declineInvitation = call({
  method: 'POST',
  path: '/desk/team/invitations/:id/decline',
  repeat: 'replay',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({ reason: Reason }),
  refusals: ANSWER,
})

/**
 * Resets the account of a colleague who lost their phone or password: all sessions end, and only a new link can sign
 * in.
 */
export const renewColleague = call({
  method: 'POST',
  path: '/desk/team/members/:id/renewal',
  repeat: 'replay',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({ reason: Reason }),
  reply: v.object({ id: Id }),
  status: 201,
  refusals: { ...MANAGERS, PERSON_NOT_FOUND: 404, NOT_YOURSELF: 409, RATE_LIMITED: 429 },
})

export const changeClinician = call({
  method: 'PUT',
  path: '/desk/team/clinicians/:id',
  ...manager,
  params: v.object({ id: Id }),
  body: ClinicianProfile,
  refusals: { ...MANAGERS, CLINICIAN_NOT_FOUND: 404, PRODUCT_NOT_FOUND: 404, UNKNOWN_TIME_ZONE: 400 },
})

/** From the fragment of the link, which never reaches a server's log. */
const Secret = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/** The invited person and the key for their authenticator; it stays the same until they have joined. */
export const openInvitation = call({
  method: 'POST',
  path: '/desk/join/open',
  repeat: 'safe',
  access: 'public',
  body: v.object({ secret: Secret }),
  reply: v.object({
    name: v.string(),
    email: v.string(),
    isRenewal: v.boolean(),
    /** `otpauth://…` for a QR code, and its key for typing. */
    uri: v.string(),
    key: v.string(),
  }),
  refusals: { INVITATION_OVER: 410, RATE_LIMITED: 429 },
})

/**
 * Sets password and authenticator; afterwards the normal staff sign-in applies. A weak password is an error of its
 * field.
 */
export const joinTeam = call({
  method: 'POST',
  path: '/desk/join',
  repeat: 'safe',
  access: 'public',
  body: v.object({ secret: Secret, password: NewPassword, code: Code }),
  refusals: { INVITATION_OVER: 410, WRONG_CODE: 400, RATE_LIMITED: 429 },
})
