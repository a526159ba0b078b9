import { randomUUID } from 'node:crypto'
import { discountProblem, MAX_OPEN_LINKS, mayExpire, slugOf } from '@cuida/core/invite/company.ts'
import {
  type Company,
  type CompanyInput,
  changeCompany,
  createCompany,
  endCompany,
  type LinkSet,
  listCompanies,
  listLinkSets,
  makeLinks,
  revokeLink,
  revokeLinkSet,
} from '@cuida/core/invite/desk-company-api.ts'
import { isAllowedRedirect } from '@cuida/core/invite/redirect.ts'
import type { FastifyInstance } from 'fastify'
import { type AuditEntry, audit } from '../kit/audit.ts'
import { mapKeys, type PerKey, type Secrets } from '../kit/crypto/secrets.ts'
import { brokenConstraint, type Tx } from '../kit/db/db.ts'
import { refuseOtherBody } from '../kit/http/idempotency.ts'
import { type Handler, serve } from '../kit/http/serve.ts'
import { consumeRateLimit } from '../kit/limit/rate-limit.ts'
import { lockActiveStaff } from '../kit/session/staff-store.ts'
import type { Services } from '../services.ts'
import {
  findCompanies,
  findCompany,
  insertCompany,
  isNameTaken,
  lockCompany,
  notifyEmployees,
  saveCompany,
  saveDiscounts,
  saveEnd,
} from './desk-company-store.ts'
import {
  findSet,
  findSets,
  insertSet,
  isLinkSetOfCompany,
  isRepeatedSet,
  revokeCompanyLink,
  revokeOpenLinks,
} from './link-set-store.ts'
import { LINKS_OF_MANAGER } from './rate-limits.ts'
import { newSlug } from './slug.ts'

const linkOf = ({ env }: Services, slug: string, token: string): string =>
  new URL(`/lp/${slug}?token=${token}`, env.PUBLIC_URL).href

interface TokenSet {
  id: string
  tokens: string[]
}

/**
 * The tokens of a set, 128 bits each, derived from our secret under each known key. They are not stored: a repeated
 * request gets them again, and the database has hashes only.
 */
const tokenSetsOf = (secrets: Secrets, ids: PerKey<string>, count: number): PerKey<TokenSet> =>
  mapKeys(ids, (id, key) => ({
    id,
    tokens: Array.from({ length: count }, (_, at) =>
      String(secrets.derive('company-link', `${id} ${at}`)[key]?.subarray(0, 16).toString('base64url')),
    ),
  }))

/** Companies that pay for their employees. A manager's change applies at once to everyone who has joined. */
export function deskCompanyRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listCompanies, async (query, { db, locale }) => {
    const [found, products] = await Promise.all([findCompanies(db, query), services.content.products(locale)])
    const productOptions = products.map(({ id, name }) => ({ id, name }))
    return {
      ...found,
      offered: productOptions,
      redirectHosts: [...services.config.allowedRedirectHosts],
    }
  })
  serve(app, services, createCompany, creating(services))
  serve(app, services, changeCompany, changing(services))
  serve(app, services, endCompany, ending(services))
}

function creating(services: Services): Handler<typeof createCompany> {
  return async ({ reason, ...input }, { db, caller: { staffId }, locale, refuse }) => {
    const problem = await companyProblem(services, input, locale)
    if (problem) refuse(problem)
    return db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      const id = (await insertAnywhere(tx, input, staffId)) ?? refuse('NAME_TAKEN')
      await saveDiscounts(tx, id, input.discounts)
      await record(services, tx, { staffId, act: 'create-company', id, reason, detail: detailOf(input) })
      return found(tx, id)
    })
  }
}

/**
 * Inserts the company under the slug of its name, or under a variant when another company, even an ended one, has
 * that slug.
 */
async function insertAnywhere(tx: Tx, input: CompanyInput, staffId: string): Promise<string | undefined> {
  const slug = slugOf(input.name)
  const id = await insertCompany(tx, input, slug, staffId)
  if (id || (await isNameTaken(tx, input.name))) return id
  return insertCompany(tx, input, `${slug}-${newSlug()}`, staffId)
}

function changing(services: Services): Handler<typeof changeCompany> {
  return async ({ id, version, reason, ...input }, { db, caller: { staffId }, locale, refuse }) => {
    const problem = await companyProblem(services, input, locale)
    const change = async (tx: Tx) => {
      await lockActiveStaff(tx, staffId)
      const before = (await lockCompany(tx, id)) ?? refuse('COMPANY_NOT_FOUND')
      if (problem) refuse(problem)
      if (before.version !== version || before.endedAt) refuse('CHANGED_MEANWHILE')
      await saveCompany(tx, id, input)
      await saveDiscounts(tx, id, input.discounts)
      await notifyEmployees(tx, id)
      await record(services, tx, { staffId, act: 'change-company', id, reason, detail: detailOf(input) })
      return found(tx, id)
    }
    try {
      return await db.begin(change)
    } catch (error) {
      if (brokenConstraint(error) === 'one_company_a_name') refuse('NAME_TAKEN')
      throw error
    }
  }
}

function ending(services: Services): Handler<typeof endCompany> {
  return async ({ id, version, reason }, { db, caller: { staffId }, refuse }) =>
    db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      const before = (await lockCompany(tx, id)) ?? refuse('COMPANY_NOT_FOUND')
      if (before.version !== version || before.endedAt) refuse('CHANGED_MEANWHILE')
      await saveEnd(tx, id)
      await notifyEmployees(tx, id)
      await record(services, tx, { staffId, act: 'end-company', id, reason, detail: { open: before.links.open } })
      return found(tx, id)
    })
}

async function found(tx: Tx, id: string): Promise<Company> {
  const company = await findCompany(tx, id)
  if (!company) throw new Error('the company that was just saved does not exist')
  return company
}

async function companyProblem({ config, content }: Services, { redirectUrl, discounts }: CompanyInput, locale: string) {
  if (redirectUrl && !isAllowedRedirect(redirectUrl, config.allowedRedirectHosts)) return 'REDIRECT_NOT_ALLOWED'
  const productIds = new Set(content.products(locale).map(({ id }) => id))
  return discounts.every(({ productId }) => productIds.has(productId))
    ? discountProblem(discounts)
    : 'PRODUCT_NOT_FOUND'
}

const detailOf = ({ discounts }: CompanyInput): AuditEntry['detail'] => ({
  discounts: Object.fromEntries(discounts.map(({ productId, percentage }) => [productId, percentage])),
})

interface CompanyAction extends Pick<AuditEntry, 'act' | 'detail'> {
  staffId: string
  id: string
  reason: string
}

function record({ secrets }: Services, tx: Tx, { id, ...action }: CompanyAction): Promise<void> {
  return audit(tx, secrets, { ...action, subject: { kind: 'company', id } })
}

/** Links for a company's employees: created in sets, shown once, and revocable until they are used. */
export function deskLinkRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services

  serve(app, services, listLinkSets, async ({ id, ...query }, { db, refuse }) => {
    if (!(await findCompany(db, id))) refuse('COMPANY_NOT_FOUND')
    return findSets(db, { companyId: id, ...query })
  })

  serve(app, services, makeLinks, making(services))

  serve(app, services, revokeLinkSet, async ({ id, setId, reason }, { db, caller: { staffId }, refuse }) =>
    db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      if (!(await lockCompany(tx, id)) || !(await isLinkSetOfCompany(tx, setId, id))) refuse('LINK_NOT_FOUND')
      const count = await revokeOpenLinks(tx, setId)
      if (count === 0) refuse('NOTHING_OPEN')
      const subject = { kind: 'company', id } as const
      await audit(tx, secrets, { staffId, act: 'take-back-company-links', subject, reason, detail: { setId, count } })
      return foundSet(tx, setId)
    }),
  )

  serve(app, services, revokeLink, async ({ id, token, reason }, { db, caller: { staffId }, refuse }) =>
    db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      const problem = await revokeCompanyLink(tx, id, token)
      if (problem) refuse(problem)
      const subject = { kind: 'company', id } as const
      await audit(tx, secrets, { staffId, act: 'take-back-company-links', subject, reason, detail: { count: 1 } })
      return null
    }),
  )
}

function making(services: Services): Handler<typeof makeLinks> {
  const { secrets } = services
  return async ({ id, employees, expiresAt }, { db, now, caller: { staffId }, request, refuse }) => {
    await consumeRateLimit(db, secrets, LINKS_OF_MANAGER, staffId)
    await refuseOtherBody(db, request, `links ${staffId}`, secrets)
    const ids = setIdsOf(secrets, staffId, request.headers['idempotency-key'])
    const sets = tokenSetsOf(secrets, ids, employees.length)
    return db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      const company = (await lockCompany(tx, id)) ?? refuse('COMPANY_NOT_FOUND')
      const inputOf = (set: TokenSet) => ({ ...set, companyId: id, staffId, expiresAt, employees })
      const buildResponse = async (set: TokenSet) => ({
        set: await foundSet(tx, set.id),
        links: set.tokens.map((token) => ({ link: linkOf(services, company.slug, token) })),
      })
      for (const set of sets) if (await isRepeatedSet(tx, inputOf(set))) return buildResponse(set)
      const [set] = sets
      if (company.endedAt) refuse('COMPANY_ENDED')
      if (!mayExpire(expiresAt, now())) refuse('EXPIRY_OUT_OF_BOUNDS')
      if (company.links.open + set.tokens.length > MAX_OPEN_LINKS) refuse('TOO_MANY_LINKS')
      if (!(await insertSet(tx, inputOf(set)))) refuse('LINKS_GIVEN')
      const subject = { kind: 'company', id } as const
      const detail = { setId: set.id, count: set.tokens.length, expiresAt }
      await audit(tx, secrets, { staffId, act: 'make-company-links', subject, detail })
      return buildResponse(set)
    })
  }
}

async function foundSet(tx: Tx, id: string): Promise<LinkSet> {
  const set = await findSet(tx, id)
  if (!set) throw new Error('the link set that was just saved does not exist')
  return set
}

/**
 * The id of a link set under each known key, derived from manager and idempotency key, so that a repeated request makes one set. Without a
 * key, each request makes its own.
 */
function setIdsOf(secrets: Secrets, staffId: string, press: unknown): PerKey<string> {
  if (typeof press !== 'string') return [randomUUID()]
  return mapKeys(secrets.derive('company-link', JSON.stringify([staffId, press])), (bytes) => {
    const hex = bytes.toString('hex')
    // The version and variant bits of a UUID of custom data (RFC 9562, version 8).
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  })
}
