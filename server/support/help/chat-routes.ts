import { tellsWho } from '@cuida/core/kit/tells-who.ts'
import { getChatPass } from '@cuida/core/support/help/help-api.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../kit/http/serve.ts'
import { ownProfile } from '../../profile/account/profile-store.ts'
import type { Services } from '../../services.ts'

/** Who is signed in, for the partner's help chat; asked for when a chat is opened, so that nobody is named who only reads. */
export function chatRoutes(app: FastifyInstance, services: Services): void {
  const { providers } = services
  serve(app, services, getChatPass, async (_, { db, caller: { accountId }, refuse }) => {
    const { chatPasses } = providers
    if (!chatPasses || !tellsWho(services.config.partnerConfig.supportProvider)) return refuse('NO_CHAT_PASS')
    const { firstName, lastName } = await ownProfile(db, accountId)
    return { pass: await chatPasses.passFor({ id: accountId, name: `${firstName} ${lastName}`.trim() }) }
  })
}
