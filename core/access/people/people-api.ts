import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { Id, Moment, PastedText, Reason } from '../../kit/shapes.ts'
import { Device } from '../session/device.ts'
import { StaffRole } from '../team/staff-api.ts'

// Sign-in data of persons for clinical managers, and actions on it. No health data.

/** A person who can sign in: the holder of an account, or a member of staff. */
export const PersonKind = v.picklist(['patient', 'staff'])
export type PersonKind = v.InferOutput<typeof PersonKind>
export const PersonStatus = v.picklist(['active', 'blocked'])
export type PersonStatus = v.InferOutput<typeof PersonStatus>

const FoundPerson = v.object({
  kind: PersonKind,
  id: Id,
  name: v.string(),
  /** End of a patient's phone number, or a staff member's e-mail: to distinguish equal names. */
  hint: v.string(),
  status: PersonStatus,
})
export type FoundPerson = v.InferOutput<typeof FoundPerson>

const Origin = { device: v.nullable(Device), network: v.nullable(v.string()) } as const

const SessionRecord = v.object({
  id: Id,
  startedAt: Moment,
  lastSeenAt: Moment,
  /** null: still open. */
  endedAt: v.nullable(Moment),
  endReason: v.nullable(
    v.picklist(['logout', 'idle', 'age', 'forced', 'reuse', 'blocked', 'password', 'deleted', 'staff']),
  ),
  ...Origin,
})
export type SessionRecord = v.InferOutput<typeof SessionRecord>

/** Actions of managers on a person. The audit also has reads, and actions of care. */
export const MANAGER_ACTIONS = ['block', 'unblock', 'end-session', 'end-sessions', 'renew-staff'] as const

const ManagerAction = v.object({
  at: Moment,
  act: v.picklist(MANAGER_ACTIONS),
  by: v.string(),
  reason: v.string(),
})
export type ManagerAction = v.InferOutput<typeof ManagerAction>

export const Person = v.object({
  ...FoundPerson.entries,
  email: v.string(),
  /** null for staff. */
  phone: v.nullable(v.string()),
  locale: v.nullable(v.string()),
  /** null for patients. */
  role: v.nullable(StaffRole),
  dependants: v.number(),
  createdAt: Moment,
  /** The caller's own entry: managers cannot block or sign out themselves here. */
  isMe: v.boolean(),
  /** Newest first, open ones included; at most 50. */
  sessions: v.array(SessionRecord),
  /** Wrong passwords of the last 90 days, newest first; at most 50. */
  failures: v.array(v.object({ at: Moment, ...Origin })),
  actions: v.array(ManagerAction),
})
export type Person = v.InferOutput<typeof Person>

const one = { params: v.object({ kind: PersonKind, id: Id }) } as const
const REFUSALS = { NOT_ALLOWED: 403, PERSON_NOT_FOUND: 404 } as const
const ACT = { ...REFUSALS, NOT_YOURSELF: 409, CHANGED_MEANWHILE: 409 } as const

/**
 * By phone (international, or as dialled in one of the partner's countries), e-mail, or prefixes of the words of a name
 * in any order.
 */
export const searchPeople = call({
  method: 'POST',
  path: '/desk/people/search',
  repeat: 'safe',
  ...manager,
  body: v.object({ query: PastedText(3, 100) }),
  reply: v.object({ items: v.array(FoundPerson), more: v.boolean() }),
  refusals: { NOT_ALLOWED: 403, RATE_LIMITED: 429 },
})

/** Each read is audited. */
export const getPerson = call({
  method: 'GET',
  path: '/desk/people/:kind/:id',
  ...manager,
  ...one,
  reply: Person,
  refusals: REFUSALS,
})

/** Ends every session and refuses the next sign-in with BLOCKED_USER. */
export const blockPerson = call({
  method: 'POST',
  path: '/desk/people/:kind/:id/block',
  repeat: 'safe',
  ...manager,
  ...one,
  body: v.object({ reason: Reason }),
  refusals: ACT,
})

export const unblockPerson = call({
  method: 'POST',
  path: '/desk/people/:kind/:id/unblock',
  repeat: 'safe',
  ...manager,
  ...one,
  body: v.object({ reason: Reason }),
  refusals: ACT,
})

/** Ends one session, or all when none is named. `ended` counts those that were open. */
export const endPersonSessions = call({
  method: 'POST',
  path: '/desk/people/:kind/:id/sessions/end',
  repeat: 'safe',
  ...manager,
  ...one,
  body: v.object({ reason: Reason, sessionId: v.optional(Id) }),
  reply: v.object({ ended: v.number() }),
  refusals: { ...REFUSALS, NOT_YOURSELF: 409, SESSION_NOT_FOUND: 404 },
})
