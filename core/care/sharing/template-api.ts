import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Text } from '../../kit/shapes.ts'

/** Limit for one clinician, and for the shared ones. */
export const MAX_TEMPLATES = 50

const templateFields = { title: Text(1, 80), text: Text(1, 4_000) } as const

/** A text block for notes. `isShared`: for all clinicians, written by managers. */
export const NoteTemplate = v.object({ id: Id, ...templateFields, isShared: v.boolean(), mayChange: v.boolean() })
export type NoteTemplate = v.InferOutput<typeof NoteTemplate>

/** The caller's templates, then the shared ones, each sorted by title. */
export const listTemplates = call({
  method: 'GET',
  path: '/desk/note-templates',
  list: { boundedBy: 'the templates of one clinician and of the team, which have a maximum' },
  access: 'staff',
  reply: v.object({ items: v.array(NoteTemplate) }),
})

export const createTemplate = call({
  method: 'POST',
  path: '/desk/note-templates',
  repeat: 'replay',
  access: 'staff',
  body: v.object({ ...templateFields, isShared: v.boolean() }),
  reply: v.object({ id: Id }),
  status: 201,
  refusals: { NOT_YOURS_TO_SHARE: 403, TOO_MANY_TEMPLATES: 409 },
})

const one = { params: v.object({ id: Id }) } as const
const CHANGED = { TEMPLATE_NOT_FOUND: 404, NOT_YOURS_TO_SHARE: 403 } as const

export const changeTemplate = call({
  method: 'PUT',
  path: '/desk/note-templates/:id',
  access: 'staff',
  ...one,
  body: v.object(templateFields),
  refusals: CHANGED,
})

export const removeTemplate = call({
  method: 'DELETE',
  path: '/desk/note-templates/:id',
  access: 'staff',
  ...one,
  refusals: CHANGED,
})
