import { me } from '@cuida/core/profile/api.ts'
import type { FastifyInstance } from 'fastify'
import { Unauthorized } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import type { Services } from '../services.ts'
import { findProfile } from './profile-store.ts'

export function profileRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, me, async (_, { db, caller }) => {
    const profile = await findProfile(db, caller.accountId)
    // The session outlived its account by a moment.
    if (!profile) throw new Unauthorized()
    return profile
  })
}
