import { changeTemplate, createTemplate, listTemplates, removeTemplate } from '@cuida/core/care/sharing/template-api.ts'
import { api } from '../../kit/api.ts'
import { useRead } from '../../kit/reads.ts'
import { useCareDeed } from '../queries.ts'

export const useTemplates = () => useRead(listTemplates)

interface Written {
  /** Of the one that is changed; a new one has none yet. */
  id: string | undefined
  title: string
  text: string
  isShared: boolean
}

export const useWriteTemplate = () =>
  useCareDeed<Written>(({ id, title, text, isShared }) =>
    id ? api(changeTemplate, { id, title, text }) : api(createTemplate, { title, text, isShared }),
  )

export const useRemoveTemplate = (onRemoved: () => void) =>
  useCareDeed((id: string) => api(removeTemplate, { id }), onRemoved)
