import * as v from 'valibot'
import { call } from '../kit/call.ts'
import { Id, Moment, Text } from '../kit/shapes.ts'
import { HEALTH_LINK_DAYS } from './health-link.ts'

/** A link to a patient's health summary, as its patient sees it. */
export const HealthLink = v.object({
  id: Id,
  /** The patient's own words, which the recipient reads too. */
  label: v.nullable(v.string()),
  /** The viewer's address with the `shlink:/` in its fragment. */
  url: v.string(),
  expiresAt: Moment,
  hasPasscode: v.boolean(),
  state: v.picklist(['open', 'expired', 'ended', 'too-many-wrong-passcodes']),
  openedTimes: v.number(),
  /** The latest openings: who, in their own words, and when. */
  openings: v.array(v.object({ recipient: v.string(), at: Moment })),
})
export type HealthLink = v.InferOutput<typeof HealthLink>

const NOT_FOUND = { PATIENT_NOT_FOUND: 404 } as const
const ofPatient = { params: v.object({ id: Id }) } as const

/** The links of a patient, the newest first; at most the latest hundred. */
export const listHealthLinks = call({
  method: 'GET',
  path: '/patients/:id/health-links',
  access: 'access',
  list: { boundedBy: 'the hundred latest' },
  ...ofPatient,
  reply: v.object({ items: v.array(HealthLink) }),
  refusals: NOT_FOUND,
})

/** Creates a SMART Health Link. Whoever has it, and the passcode if there is one, reads the present health summary. */
export const createHealthLink = call({
  method: 'POST',
  path: '/patients/:id/health-links',
  access: 'access',
  repeat: 'replay',
  ...ofPatient,
  body: v.object({
    label: v.optional(Text(1, 60)),
    days: v.picklist(HEALTH_LINK_DAYS),
    passcode: v.optional(Text(4, 40)),
  }),
  reply: HealthLink,
  status: 201,
  refusals: { ...NOT_FOUND, TOO_MANY_HEALTH_LINKS: 409 },
})

/** Ends a link at once. Idempotent. */
export const endHealthLink = call({
  method: 'DELETE',
  path: '/patients/:id/health-links/:linkId',
  access: 'access',
  params: v.object({ id: Id, linkId: Id }),
  refusals: { ...NOT_FOUND, HEALTH_LINK_NOT_FOUND: 404 },
})
