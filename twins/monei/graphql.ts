import type { FastifyInstance } from 'fastify'
import { fieldsOf } from '../kit/fields.ts'
import { findPayment } from './account.ts'
import type { Account } from './account-shape.ts'

const MOST = 100

/** The one query that is served: a page of charges, the newest first. Fields that were not asked for come all the same. */
export function graphqlRoute(app: FastifyInstance, account: Account): void {
  app.post('/graphql', async ({ body }) => {
    const { query, variables } = fieldsOf(body)
    if (!String(query).includes('charges(')) return { errors: [{ message: 'Unknown query' }] }
    const { from = 0, size = 10 } = fieldsOf(variables)
    const all = account.payments.list()
    const page = all.slice(Number(from), Number(from) + Math.min(Number(size), MOST))
    const items = page.map(({ id }) => {
      const { orderId, amount, refundedAmount, currency, status, createdAt } = findPayment(account, id)
      return { id, orderId, amount, refundedAmount, currency, status, createdAt }
    })
    return { data: { charges: { total: all.length, items } } }
  })
}
