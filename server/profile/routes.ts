import { addIdentityDocument, updateMe } from '@cuida/core/profile/account/account-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { tidyDocument } from '@cuida/core/profile/account/documents.ts'
import { changeProblems, documentProblems, profileRules } from '@cuida/core/profile/account/problems.ts'
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { consumeConflictCheck } from '../access/registration/registration.ts'
import { InvalidInput } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import type { Services } from '../services.ts'
import { insertDocument, updateHolder } from './account/account-store.ts'
import { agreementRoutes } from './account/agreement-routes.ts'
import { emailChangeRoutes, phoneChangeRoutes } from './account/contact-routes.ts'
import { ownProfile } from './account/profile-store.ts'
import { addressRoutes, postalCodeRoutes } from './address/address-routes.ts'
import { deletionRoutes, exportRoutes } from './deletion/deletion-routes.ts'
import { dependantRoutes } from './family/dependants.ts'

export function profileRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, me, (_, { db, caller }) => ownProfile(db, caller.accountId))
  accountRoutes(app, services)
  agreementRoutes(app, services)
  phoneChangeRoutes(app, services)
  emailChangeRoutes(app, services)
  addressRoutes(app, services)
  postalCodeRoutes(app, services)
  exportRoutes(app, services)
  dependantRoutes(app, services)
  // A deletion clears the session cookie.
  void app.register(async (scope) => {
    await scope.register(cookie)
    deletionRoutes(scope, services)
  })
}

function accountRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, updateMe, async (change, { db, caller }) => {
    const problems: Record<string, string> = changeProblems(change)
    if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
    await db.begin((tx) => updateHolder(tx, caller.accountId, change))
    return ownProfile(db, caller.accountId)
  })

  serve(app, services, addIdentityDocument, async (document, { db, caller, now, refuse, request }) => {
    const problems: Record<string, string> = documentProblems(document, profileRules(services.config, now()))
    if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
    await consumeConflictCheck(services, request, caller.accountId)
    const { documentType } = document
    const added = await insertDocument(db, caller.accountId, {
      documentType,
      documentNumber: tidyDocument(document.documentNumber),
    })
    if (added !== 'added') refuse(added)
    return ownProfile(db, caller.accountId)
  })
}
