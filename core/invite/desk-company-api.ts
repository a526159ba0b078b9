import * as v from 'valibot'
import { call, manager } from '../kit/call.ts'
import { EmailAddress } from '../kit/email-address.ts'
import { pagedList } from '../kit/paged-list.ts'
import { Id, Moment, Name, PastedText, Reason, Text } from '../kit/shapes.ts'
import { MAX_LINKS_PER_REQUEST } from './company.ts'

// Companies for clinical managers: discounts for employees, and the links for them. The desk sees whether a link is
// open, never who used it.

const CompanyDiscount = v.object({
  productId: Text(1, 40),
  percentage: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  /** null: no start or end. */
  validFrom: v.nullable(Moment),
  validUntil: v.nullable(Moment),
})
export type CompanyDiscount = v.InferOutput<typeof CompanyDiscount>

/** Fields that a manager can edit; changes apply to everyone who has joined. */
const CompanyInput = v.object({
  name: Name(2, 80),
  /** Where an invalid link leads, on a host that the partner allows; null: nowhere. */
  redirectUrl: v.nullable(Text(1, 300)),
  discounts: v.pipe(v.array(CompanyDiscount), v.maxLength(100)),
})
export type CompanyInput = v.InferOutput<typeof CompanyInput>

/** Number of links in each state. */
const Counts = { open: v.number(), used: v.number(), expired: v.number(), takenBack: v.number() } as const

export const Company = v.object({
  ...CompanyInput.entries,
  id: Id,
  /** Slug in the links' URLs; it stays when the company is renamed. */
  slug: v.string(),
  version: v.number(),
  createdAt: Moment,
  /** null: part of the demo data. */
  createdBy: v.nullable(v.string()),
  endedAt: v.nullable(Moment),
  links: v.object(Counts),
})
export type Company = v.InferOutput<typeof Company>

const LinkSet = v.object({
  id: Id,
  madeAt: Moment,
  madeBy: v.nullable(v.string()),
  expiresAt: Moment,
  ...Counts,
})
export type LinkSet = v.InferOutput<typeof LinkSet>

const MANAGERS = { NOT_ALLOWED: 403 } as const
const WRITTEN = {
  ...MANAGERS,
  /** Another company has this name. */
  NAME_TAKEN: 409,
  REDIRECT_NOT_ALLOWED: 409,
  PRODUCT_NOT_FOUND: 404,
  PRODUCT_TWICE: 409,
  DATES_REVERSED: 409,
} as const
const KNOWN = { ...MANAGERS, COMPANY_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 } as const

/** By name, ended ones last; with the products that a discount can apply to. */
export const listCompanies = call({
  method: 'GET',
  path: '/desk/companies',
  ...manager,
  ...pagedList(Company, {
    reply: {
      offered: v.array(v.object({ id: v.string(), name: v.string() })),
      redirectHosts: v.array(v.string()),
    },
  }),
  refusals: MANAGERS,
})

export const createCompany = call({
  method: 'POST',
  path: '/desk/companies',
  repeat: 'replay',
  ...manager,
  body: v.object({ ...CompanyInput.entries, reason: Reason }),
  status: 201,
  reply: Company,
  refusals: WRITTEN,
})

const ByVersion = { version: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)), reason: Reason }

/** `version` is the one last read (optimistic lock): of two managers the second gets CHANGED_MEANWHILE. */
export const changeCompany = call({
  method: 'PUT',
  path: '/desk/companies/:id',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({ ...CompanyInput.entries, ...ByVersion }),
  reply: Company,
  refusals: { ...WRITTEN, ...KNOWN },
})

/** Ends all discounts of the company, and its links. */
export const endCompany = call({
  method: 'POST',
  path: '/desk/companies/:id/end',
  repeat: 'replay',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object(ByVersion),
  reply: Company,
  refusals: KNOWN,
})

/** Newest first. */
export const listLinkSets = call({
  method: 'GET',
  path: '/desk/companies/:id/links',
  ...manager,
  params: v.object({ id: Id }),
  ...pagedList(LinkSet),
  refusals: { ...MANAGERS, COMPANY_NOT_FOUND: 404 },
})

export const Employee = v.object({
  firstName: Name(2, 80),
  lastName: Name(2, 80),
  email: EmailAddress,
})
export type Employee = v.InferOutput<typeof Employee>

/**
 * The links are returned only here. A request repeated with its `Idempotency-Key` within minutes gets the same reply;
 * later it is refused with LINKS_GIVEN.
 */
export const makeLinks = call({
  method: 'POST',
  path: '/desk/companies/:id/links',
  repeat: 'handler',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({
    /** For whom each link is, in this order; null: for any holder. */
    employees: v.pipe(v.array(v.nullable(Employee)), v.minLength(1), v.maxLength(MAX_LINKS_PER_REQUEST)),
    expiresAt: Moment,
  }),
  status: 201,
  reply: v.object({ set: LinkSet, links: v.array(v.object({ link: v.string() })) }),
  refusals: {
    ...MANAGERS,
    COMPANY_NOT_FOUND: 404,
    COMPANY_ENDED: 409,
    EXPIRY_OUT_OF_BOUNDS: 409,
    TOO_MANY_LINKS: 409,
    LINKS_GIVEN: 409,
    IDEMPOTENCY_MISMATCH: 422,
    RATE_LIMITED: 429,
  },
})

/** Revokes the unused links of a set. */
export const revokeLinkSet = call({
  method: 'POST',
  path: '/desk/companies/:id/links/:setId/take-back',
  repeat: 'replay',
  ...manager,
  params: v.object({ id: Id, setId: Id }),
  body: v.object({ reason: Reason }),
  reply: LinkSet,
  refusals: { ...MANAGERS, LINK_NOT_FOUND: 404, NOTHING_OPEN: 409 },
})

/** Revokes one link, identified by its URL. */
export const revokeLink = call({
  method: 'POST',
  path: '/desk/companies/:id/links/take-back',
  repeat: 'replay',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({ token: PastedText(16, 128), reason: Reason }),
  refusals: { ...MANAGERS, LINK_NOT_FOUND: 404, LINK_USED: 409, LINK_OVER: 409 },
})
