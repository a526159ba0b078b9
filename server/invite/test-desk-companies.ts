import type { CompanyInput } from '@cuida/core/invite/desk-company-api.ts'
import { changeCompany, createCompany, endCompany, makeLinks } from '@cuida/core/invite/desk-company-api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import type { TestClinician } from '../care/test-people.ts'
import { withReasons } from '../testing/test-audit.ts'
import type { TestContext } from '../testing/test-context.ts'

export const DISCOUNT_REASON = 'Agreed with the company for a year'
export const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
export const dateInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
export const anonymousEmployees = (count: number): null[] => Array(count).fill(null)

export const newEmployees = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    firstName: 'Casilda',
    lastName: `Sorolla ${at}`,
    email: `casilda.${at}@huerta.example`,
  }))

/** The company slug and the token of a link, as the app parses them. */
export function parseCompanyLink(link: string): { companySlug: string; token: string } {
  const { pathname, searchParams } = new URL(link)
  return { companySlug: pathname.split('/').at(-1) ?? '', token: searchParams.get('token') ?? '' }
}

let companyCount = 0
export const createCompanyActions = (context: TestContext, manager: TestClinician) => {
  const input = (more: Partial<CompanyInput> = {}): CompanyInput & { reason: string } => ({
    name: `Talleres Núñez ${++companyCount}`,
    redirectUrl: null,
    discounts: [],
    reason: DISCOUNT_REASON,
    ...more,
  })
  const create = (more: Partial<CompanyInput> = {}, staff = manager) =>
    context.sendCall(createCompany, input(more), staff)
  return {
    input,
    create,
    company: async (more: Partial<CompanyInput> = {}) => (await create(more)).body,
    change: (id: string, more: Partial<Input<typeof changeCompany>> = {}, staff = manager) =>
      context.sendCall(changeCompany, { ...input(), version: 1, ...more, id }, staff),
    end: (id: string, version = 1, staff = manager) =>
      context.sendCall(endCompany, { id, version, reason: DISCOUNT_REASON }, staff),
    make: (id: string, more: Partial<Input<typeof makeLinks>> = {}, how: { key?: string; who?: TestClinician } = {}) =>
      context.sendCall(
        makeLinks,
        { id, employees: anonymousEmployees(1), expiresAt: dateInDays(30), ...more },
        { ...(how.who ?? manager), ...(how.key ? { headers: { 'idempotency-key': how.key } } : {}) },
      ),
    /** A company's audit rows, oldest first. */
    recordOf: (id: string) =>
      withReasons(
        context.db,
        context.db`
      select act, reason, staff_id as "staffId", detail::json as detail from audit
      where subject_kind = 'company' and subject_id = ${id} order by seq`,
      ),
  }
}
