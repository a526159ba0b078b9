import { blockPerson, getPerson, searchPeople, unblockPerson } from '@cuida/core/access/people/people-api.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../kit/audit.ts'
import { serve } from '../../kit/http/serve.ts'
import { consumeRateLimit } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { SEARCHES_OF_STAFF } from '../rate-limits.ts'
import { failuresOf, managerActionsOn, sessionsOf } from '../session/history-store.ts'
import { parsePersonQuery } from './people-search.ts'
import { findPeople, findPerson, MAX_PEOPLE_FOUND } from './people-store.ts'
import { blockHandler, endingRoute, unblockHandler } from './person-actions.ts'

/**
 * What clinical managers do about sign-ins of patients and staff. Every search, read and change writes an audit row.
 */
export function peopleRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services

  serve(app, services, searchPeople, async ({ query }, { db, caller: { staffId } }) => {
    await consumeRateLimit(db, secrets, SEARCHES_OF_STAFF, staffId)
    const personQuery = parsePersonQuery(query, services.config.countryCodes)
    const found = await findPeople(db, personQuery)
    const items = found.slice(0, MAX_PEOPLE_FOUND)
    // The kind of query only: the typed name or number must not stay in a record that is kept for ever.
    const detail = { by: Object.keys(personQuery)[0], found: items.map(({ id }) => id) }
    await db.begin((tx) => audit(tx, secrets, { staffId, act: 'search', detail }))
    return { items, more: found.length > MAX_PEOPLE_FOUND }
  })

  serve(app, services, getPerson, async ({ kind, id }, { db, caller: { staffId }, refuse }) => {
    const person = (await findPerson(db, kind, id)) ?? refuse('PERSON_NOT_FOUND')
    const [sessions, failures, actions] = await Promise.all([
      sessionsOf(db, kind, id, services.config.patientSessionLengthInMins),
      failuresOf(db, id),
      managerActionsOn(db, kind, id),
    ])
    await db.begin((tx) => audit(tx, secrets, { staffId, act: 'view', subject: { kind, id } }))
    return { ...person, isMe: id === staffId, sessions, failures, actions }
  })

  serve(app, services, blockPerson, blockHandler(services))
  serve(app, services, unblockPerson, unblockHandler(services))
  endingRoute(app, services)
}
