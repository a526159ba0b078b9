import {
  changeTemplate,
  createTemplate,
  listTemplates,
  MOST_TEMPLATES,
  removeTemplate,
} from '@cuida/core/care/sharing/template-api.ts'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import type { Services } from '../../services.ts'
import { deleteTemplate, insertTemplate, lockTemplate, templatesOf, updateTemplate } from './template-store.ts'

const mayShare = ({ role }: StaffCaller): boolean => role.includes('clinical-manager')

/** Words for the notes: everybody's own, and those that managers share. */
export function templateRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listTemplates, async (_, { db, caller }) => {
    const items = await templatesOf(db, caller.staffId)
    return { items: items.map((item) => ({ ...item, mayChange: !item.isShared || mayShare(caller) })) }
  })

  serve(app, services, createTemplate, async ({ title, text, isShared }, { db, caller, refuse }) => {
    if (isShared && !mayShare(caller)) refuse('NOT_YOURS_TO_SHARE')
    const wanted = { title, text, isShared, by: caller.staffId, most: MOST_TEMPLATES }
    const id = (await db.begin((tx) => insertTemplate(tx, wanted))) ?? refuse('TOO_MANY_TEMPLATES')
    return { id }
  })

  serve(app, services, changeTemplate, async ({ id, title, text }, { db, caller, refuse }) => {
    await db.begin(async (tx) => {
      await lockOwn(tx, id, caller, refuse)
      await updateTemplate(tx, id, { title, text, by: caller.staffId })
    })
    return null
  })

  serve(app, services, removeTemplate, async ({ id }, { db, caller, refuse }) => {
    await db.begin(async (tx) => {
      await lockOwn(tx, id, caller, refuse)
      await deleteTemplate(tx, id)
    })
    return null
  })
}

type Refuse = (code: 'TEMPLATE_NOT_FOUND' | 'NOT_YOURS_TO_SHARE') => never

async function lockOwn(tx: Tx, id: string, caller: StaffCaller, refuse: Refuse): Promise<void> {
  const found = (await lockTemplate(tx, id, caller.staffId)) ?? refuse('TEMPLATE_NOT_FOUND')
  if (found.isShared && !mayShare(caller)) refuse('NOT_YOURS_TO_SHARE')
}
