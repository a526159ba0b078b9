import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { EmailAddress } from '../../kit/email-address.ts'
import { Code, Id, Moment, Name, Reason, Text } from '../../kit/shapes.ts'
import { NewPassword } from '../api.ts'
import { StaffRole } from './staff-api.ts'

// Who works at a clinic: a manager invites colleagues, and keeps what patients read of those who give care.

/** A text for each language of the partner: `{ es: "…", en: "…" }`. */
const ByLanguage = (most: number) => v.record(v.pipe(v.string(), v.maxLength(10)), Text(0, most))
const LinesByLanguage = v.record(v.pipe(v.string(), v.maxLength(10)), v.pipe(v.array(Text(1, 200)), v.maxLength(20)))

/** What patients read of a clinician, and what calendars need to know. */
export const ClinicianProfile = v.object({
  name: Name(2, 80),
  registrationNumber: Text(1, 40),
  specialty: ByLanguage(120),
  bio: ByLanguage(2_000),
  experience: LinesByLanguage,
  studies: LinesByLanguage,
  /** Codes of the languages that they speak: es, en, pt-BR … */
  languages: v.pipe(v.array(Text(2, 10)), v.minLength(1), v.maxLength(10)),
  /** IANA name, as in Europe/Madrid. */
  timeZone: Text(1, 60),
  /** A pause after each consultation. */
  bufferMinutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15)),
  /** Ids of the products that they give. */
  products: v.pipe(v.array(Text(1, 40)), v.maxLength(100)),
})
export type ClinicianProfile = v.InferOutput<typeof ClinicianProfile>

const Member = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  role: StaffRole,
  status: v.picklist(['active', 'blocked']),
  /** They begin anew: nothing but their link lets them in. */
  isLinkDue: v.boolean(),
  clinicianId: v.nullable(Id),
})
export type Member = v.InferOutput<typeof Member>

const Invitation = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  role: StaffRole,
  /** Of somebody who works here already and begins anew: another phone, a forgotten password. */
  memberId: v.nullable(Id),
  /** What patients will read of who is to give care: it is there before they are. */
  clinicianId: v.nullable(Id),
  invitedAt: Moment,
  /** Of the link three days after it was sent; until when another manager may say yes. */
  expiresAt: Moment,
  /** `waiting` for another manager's yes; then `open`, until it is used or `over`. `declined` is told for a week. */
  state: v.picklist(['waiting', 'open', 'over', 'declined']),
  /** null: made on the clinic's own machine. */
  invitedBy: v.nullable(v.string()),
  /** Whoever invited may withdraw it while it waits, and not say yes to it. */
  isMine: v.boolean(),
  /** Who said yes or no, where two were needed. */
  answeredBy: v.nullable(v.string()),
  /** Why it was no. */
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
    /** What can be given, and the languages that patients may choose. */
    products: v.array(v.object({ id: v.string(), name: v.string() })),
    locales: v.array(v.string()),
  }),
  refusals: MANAGERS,
})

/**
 * Writes to the colleague; they choose a password and an authenticator by the link, which works once, for three days.
 * Where it `waits` (core/access/team/second-manager.ts) nothing is sent before another manager has said yes.
 */
export const inviteColleague = call({
  method: 'POST',
  path: '/desk/team/invitations',
  ...manager,
  /** `profile` for who gives care, and for nobody else. */
  body: v.object({ name: Name(2, 80), email: EmailAddress, role: StaffRole, profile: v.optional(ClinicianProfile) }),
  reply: v.object({ id: Id, waits: v.boolean() }),
  status: 201,
  refusals: {
    ...MANAGERS,
    /** Somebody at the clinic has it, or is invited with it. */
    EMAIL_TAKEN: 409,
    PROFILE_MISSING: 400,
    PRODUCT_NOT_FOUND: 404,
    UNKNOWN_TIME_ZONE: 400,
    RATE_LIMITED: 429,
  },
})

/** Of somebody who was to begin anew: what they signed in with before is good again. */
export const withdrawInvitation = call({
  method: 'DELETE',
  path: '/desk/team/invitations/:id',
  ...manager,
  params: v.object({ id: Id }),
  /** WAITS_FOR_YOU: it is another manager's; the answer to it is yes, or no with a reason. */
  refusals: { ...MANAGERS, INVITATION_NOT_FOUND: 404, WAITS_FOR_YOU: 409 },
})

const ANSWER = { ...MANAGERS, INVITATION_NOT_FOUND: 404, OWN_INVITATION: 409 } as const

/** Yes to what another manager asked: the e-mail goes out now. */
export const approveInvitation = call({
  method: 'POST',
  path: '/desk/team/invitations/:id/approval',
  ...manager,
  params: v.object({ id: Id }),
  refusals: ANSWER,
})

/** No, and why: whoever asked reads it. */
export const declineInvitation = call({
  method: 'POST',
  path: '/desk/team/invitations/:id/decline',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({ reason: Reason }),
  refusals: ANSWER,
})

/** Somebody lost their phone or forgot their password: they are out now, and nothing but a link lets them in, to begin anew. */
export const renewColleague = call({
  method: 'POST',
  path: '/desk/team/members/:id/renewal',
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

/** Of the link's fragment, which no server's log sees. */
const Secret = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/** Whose invitation it is, and the key for their authenticator: the same until they have joined. */
export const openInvitation = call({
  method: 'POST',
  path: '/desk/join/open',
  access: 'public',
  body: v.object({ secret: Secret }),
  reply: v.object({
    name: v.string(),
    email: v.string(),
    isRenewal: v.boolean(),
    /** `otpauth://…`, to draw as a QR code, and its key to type. */
    uri: v.string(),
    key: v.string(),
  }),
  refusals: { INVITATION_OVER: 410, RATE_LIMITED: 429 },
})

/** Sets password and authenticator; from then on they sign in like everybody at the desk. A bad password is a field's. */
export const joinTeam = call({
  method: 'POST',
  path: '/desk/join',
  access: 'public',
  body: v.object({ secret: Secret, password: NewPassword, code: Code }),
  refusals: { INVITATION_OVER: 410, WRONG_CODE: 400, RATE_LIMITED: 429 },
})
