import * as v from 'valibot'
import { call, manager } from '../kit/call.ts'
import { EmailAddress } from '../kit/email-address.ts'
import { Id, listOf, Moment, Name, PageQuery, PastedText, Reason, Text } from '../kit/shapes.ts'
import { MOST_LINKS } from './company.ts'

// Tools of clinical managers: which companies pay for their employees, how much of what, and the links that bring them.
// Of a link the desk says whether it is open, never whose it was.

const CompanyDiscount = v.object({
  productId: Text(1, 40),
  percentage: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  /** null: from ever, for ever. */
  validFrom: v.nullable(Moment),
  validUntil: v.nullable(Moment),
})
export type CompanyDiscount = v.InferOutput<typeof CompanyDiscount>

/** What a manager writes, and may write anew: it holds for everybody who has joined. */
const CompanyInput = v.object({
  name: Name(2, 80),
  /** Where a link that is not good may lead, on a host that the partner allows; null: nowhere. */
  redirectUrl: v.nullable(Text(1, 300)),
  discounts: v.pipe(v.array(CompanyDiscount), v.maxLength(100)),
})
export type CompanyInput = v.InferOutput<typeof CompanyInput>

/** How many links stand how. */
const Counts = { open: v.number(), used: v.number(), expired: v.number(), takenBack: v.number() } as const

export const Company = v.object({
  ...CompanyInput.entries,
  id: Id,
  /** Of its links' address: it stays whatever the company is called. */
  slug: v.string(),
  version: v.number(),
  createdAt: Moment,
  /** null: it came with the demo. */
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
  /** Another company is called so. */
  NAME_TAKEN: 409,
  REDIRECT_NOT_ALLOWED: 409,
  PRODUCT_NOT_FOUND: 404,
  PRODUCT_TWICE: 409,
  DATES_REVERSED: 409,
} as const
const KNOWN = { ...MANAGERS, COMPANY_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 } as const

/** By name, those that ended last; with the products that a discount can be for. */
export const listCompanies = call({
  method: 'GET',
  path: '/desk/companies',
  ...manager,
  query: v.object(PageQuery),
  reply: v.object({
    ...listOf(Company).entries,
    offered: v.array(v.object({ id: v.string(), name: v.string() })),
    redirectHosts: v.array(v.string()),
  }),
  refusals: MANAGERS,
})

export const createCompany = call({
  method: 'POST',
  path: '/desk/companies',
  ...manager,
  body: v.object({ ...CompanyInput.entries, reason: Reason }),
  status: 201,
  reply: Company,
  refusals: WRITTEN,
})

const ByVersion = { version: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)), reason: Reason }

/** `version` is the one that was read: of two managers the second hears CHANGED_MEANWHILE. */
export const changeCompany = call({
  method: 'PUT',
  path: '/desk/companies/:id',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({ ...CompanyInput.entries, ...ByVersion }),
  reply: Company,
  refusals: { ...WRITTEN, ...KNOWN },
})

/** It pays for nobody any more, and its links lead nowhere. */
export const endCompany = call({
  method: 'POST',
  path: '/desk/companies/:id/end',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object(ByVersion),
  reply: Company,
  refusals: KNOWN,
})

/** The newest first. */
export const listLinkSets = call({
  method: 'GET',
  path: '/desk/companies/:id/links',
  ...manager,
  params: v.object({ id: Id }),
  query: v.object(PageQuery),
  reply: listOf(LinkSet),
  refusals: { ...MANAGERS, COMPANY_NOT_FOUND: 404 },
})

export const Employee = v.object({
  firstName: Name(2, 80),
  lastName: Name(2, 80),
  email: EmailAddress,
})
export type Employee = v.InferOutput<typeof Employee>

/**
 * The links are in this answer and nowhere else. With an `Idempotency-Key` the same press, sent again within minutes, is
 * answered the same; later it hears LINKS_GIVEN.
 */
export const makeLinks = call({
  method: 'POST',
  path: '/desk/companies/:id/links',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({
    /** Whom each is for, in this order; null: whoever has it. */
    employees: v.pipe(v.array(v.nullable(Employee)), v.minLength(1), v.maxLength(MOST_LINKS)),
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

/** Those of a set that nobody has used. */
export const takeBackSet = call({
  method: 'POST',
  path: '/desk/companies/:id/links/:setId/take-back',
  ...manager,
  params: v.object({ id: Id, setId: Id }),
  body: v.object({ reason: Reason }),
  reply: LinkSet,
  refusals: { ...MANAGERS, LINK_NOT_FOUND: 404, NOTHING_OPEN: 409 },
})

/** One, by what its address says. */
export const takeBackLink = call({
  method: 'POST',
  path: '/desk/companies/:id/links/take-back',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({ token: PastedText(16, 128), reason: Reason }),
  refusals: { ...MANAGERS, LINK_NOT_FOUND: 404, LINK_USED: 409, LINK_OVER: 409 },
})
