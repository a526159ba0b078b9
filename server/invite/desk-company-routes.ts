import { discountProblem, slugOf } from '@cuida/core/invite/company.ts'
import {
  type Company,
  type CompanyWish,
  changeCompany,
  createCompany,
  endCompany,
  listCompanies,
} from '@cuida/core/invite/desk-company-api.ts'
import { isAllowedRedirect } from '@cuida/core/invite/redirect.ts'
import type { FastifyInstance } from 'fastify'
import { audit, type Deed } from '../kit/audit.ts'
import { brokenConstraint, type Tx } from '../kit/db/db.ts'
import { type Handler, serve } from '../kit/http/serve.ts'
import { holdActive } from '../kit/session/staff-store.ts'
import type { Services } from '../services.ts'
import {
  findCompanies,
  findCompany,
  insertCompany,
  isNameTaken,
  lockCompany,
  saveCompany,
  saveDiscounts,
  saveEnd,
  tellEmployees,
} from './desk-company-store.ts'
import { newSlug } from './slug.ts'

/** Companies that pay for their employees: what a manager writes holds at once, for everybody who has joined. */
export function deskCompanyRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listCompanies, async (query, { db, locale }) => {
    const page = Number(query.page)
    const pageSize = Number(query.pageSize)
    const [found, products] = await Promise.all([
      findCompanies(db, { page, pageSize }),
      services.content.products(locale),
    ])
    const offered = products.map(({ id, name }) => ({ id, name }))
    return { ...found, page, pageSize, offered, redirectHosts: [...services.config.allowedRedirectHosts] }
  })
  serve(app, services, createCompany, creating(services))
  serve(app, services, changeCompany, changing(services))
  serve(app, services, endCompany, ending(services))
}

function creating(services: Services): Handler<typeof createCompany> {
  return async ({ reason, ...wish }, { db, caller: { staffId }, locale, refuse }) => {
    const problem = await wishProblem(services, wish, locale)
    if (problem) refuse(problem)
    return db.begin(async (tx) => {
      await holdActive(tx, staffId)
      const id = (await insertAnywhere(tx, wish, staffId)) ?? refuse('NAME_TAKEN')
      await saveDiscounts(tx, id, wish.discounts)
      await record(services, tx, { staffId, act: 'create-company', id, reason, detail: detailOf(wish) })
      return found(tx, id)
    })
  }
}

/** At the address of its name, or beside it where another company, even one that has ended, is there. */
async function insertAnywhere(tx: Tx, wish: CompanyWish, staffId: string): Promise<string | undefined> {
  const slug = slugOf(wish.name)
  const id = await insertCompany(tx, wish, slug, staffId)
  if (id || (await isNameTaken(tx, wish.name))) return id
  return insertCompany(tx, wish, `${slug}-${newSlug()}`, staffId)
}

function changing(services: Services): Handler<typeof changeCompany> {
  return async ({ id, version, reason, ...wish }, { db, caller: { staffId }, locale, refuse }) => {
    const problem = await wishProblem(services, wish, locale)
    const change = async (tx: Tx) => {
      await holdActive(tx, staffId)
      const before = (await lockCompany(tx, id)) ?? refuse('COMPANY_NOT_FOUND')
      if (problem) refuse(problem)
      if (before.version !== version || before.endedAt) refuse('CHANGED_MEANWHILE')
      await saveCompany(tx, id, wish)
      await saveDiscounts(tx, id, wish.discounts)
      await tellEmployees(tx, id)
      await record(services, tx, { staffId, act: 'change-company', id, reason, detail: detailOf(wish) })
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
      await holdActive(tx, staffId)
      const before = (await lockCompany(tx, id)) ?? refuse('COMPANY_NOT_FOUND')
      if (before.version !== version || before.endedAt) refuse('CHANGED_MEANWHILE')
      await saveEnd(tx, id)
      await tellEmployees(tx, id)
      await record(services, tx, { staffId, act: 'end-company', id, reason, detail: { open: before.links.open } })
      return found(tx, id)
    })
}

async function found(tx: Tx, id: string): Promise<Company> {
  const company = await findCompany(tx, id)
  if (!company) throw new Error('a company that was written is not there')
  return company
}

async function wishProblem({ config, content }: Services, { redirectUrl, discounts }: CompanyWish, locale: string) {
  if (redirectUrl && !isAllowedRedirect(redirectUrl, config.allowedRedirectHosts)) return 'REDIRECT_NOT_ALLOWED'
  const offered = new Set(content.products(locale).map(({ id }) => id))
  return discounts.every(({ productId }) => offered.has(productId)) ? discountProblem(discounts) : 'PRODUCT_NOT_FOUND'
}

const detailOf = ({ discounts }: CompanyWish): Deed['detail'] => ({
  discounts: Object.fromEntries(discounts.map(({ productId, percentage }) => [productId, percentage])),
})

interface CompanyDeed extends Pick<Deed, 'staffId' | 'act' | 'detail'> {
  id: string
  reason: string
}

function record({ secrets }: Services, tx: Tx, { id, ...deed }: CompanyDeed): Promise<void> {
  return audit(tx, secrets, { ...deed, subject: { kind: 'company', id } })
}
