import { changeTemplate, createTemplate, listTemplates, removeTemplate } from '@cuida/core/care/sharing/template-api.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useDeed } from '../queries.ts'

export const useTemplates = () => useQuery({ queryKey: ['desk', 'templates'], queryFn: () => api(listTemplates) })

interface Written {
  /** Of the one that is changed; a new one has none yet. */
  id: string | undefined
  title: string
  text: string
  isShared: boolean
}

export const useWriteTemplate = () =>
  useDeed<Written>(({ id, title, text, isShared }) =>
    id ? api(changeTemplate, { id, title, text }) : api(createTemplate, { title, text, isShared }),
  )

export const useRemoveTemplate = (onRemoved: () => void) =>
  useDeed((id: string) => api(removeTemplate, { id }), onRemoved)
