import {
  changeTemplate,
  createTemplate,
  listTemplates,
  type NoteTemplate,
  removeTemplate,
} from '@cuida/core/care/sharing/template-api.ts'
import { Button, IconButton } from '@cuida/ui/Button/Button.tsx'
import { CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../kit/api.ts'
import { Failure } from '../../kit/Failure.tsx'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { useQuery } from '../../kit/queries.ts'
import { useStaff } from '../../kit/session.ts'
import { useCareMutation } from '../queries.ts'
import css from './Templates.module.css'

export const useTemplates = () => useQuery(listTemplates)

export const useWriteTemplate = () =>
  useCareMutation<Written>(({ id, title, text, isShared }) =>
    id ? api(changeTemplate, { id, title, text }) : api(createTemplate, { title, text, isShared }),
  )

const useRemoveTemplate = (onRemoved: () => void) =>
  useCareMutation((id: string) => api(removeTemplate, { id }), onRemoved)

const MAX_LENGTHS = { title: 80, text: 4_000 }

const problem = (field: keyof typeof MAX_LENGTHS, snippet: string) =>
  snippet.trim().length === 0 ? 'REQUIRED' : snippet.length > MAX_LENGTHS[field] ? 'TOO_LONG' : undefined

interface TemplatesProps {
  /** Id of the field into which the template is inserted at the caret. */
  field: string
  text: string
  onWrite: (text: string) => void
}

/** Note templates, inserted at the caret. Alt+T moves from the notes to the templates and back. */
export function Templates({ field, text, onWrite }: TemplatesProps) {
  const [isOpen, setOpen] = useState(false)
  const caret = useRef<number>(undefined)
  const area = () => document.getElementById(field) as HTMLTextAreaElement | null
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // Compares the physical key: with Alt, some keyboard layouts produce another letter.
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyT') return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  // Runs after the closing dialog has restored the focus.
  useEffect(() => {
    if (isOpen || caret.current === undefined) return
    const found = document.getElementById(field) as HTMLTextAreaElement | null
    found?.focus()
    found?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  }, [isOpen, field])
  function insert(snippet: string): void {
    const from = area()?.selectionStart ?? text.length
    const to = area()?.selectionEnd ?? text.length
    onWrite(text.slice(0, from) + snippet + text.slice(to))
    caret.current = from + snippet.length
    setOpen(false)
  }
  return (
    <>
      <Button variant="quiet" icon="file" onClick={() => setOpen(true)} aria-keyshortcuts="Alt+T">
        {t('desk.template.open')} <kbd className={css.key}>Alt T</kbd>
      </Button>
      {isOpen && <TemplatesDialog onInsert={insert} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The list to choose from with Tab and Enter, or the form of one template. */
function TemplatesDialog({ onInsert, onClose }: { onInsert: (text: string) => void; onClose: () => void }) {
  const [editedTemplate, setEditedTemplate] = useState<NoteTemplate | 'new'>()
  if (editedTemplate)
    return (
      <TemplateForm
        key={editedTemplate === 'new' ? editedTemplate : editedTemplate.id}
        template={editedTemplate === 'new' ? undefined : editedTemplate}
        onDone={() => setEditedTemplate(undefined)}
      />
    )
  return (
    <Dialog
      open
      title={t('desk.template.title')}
      onClose={onClose}
      actions={
        <Button icon="plus" onClick={() => setEditedTemplate('new')}>
          {t('desk.template.new')}
        </Button>
      }
    >
      <List onInsert={onInsert} onChange={setEditedTemplate} />
    </Dialog>
  )
}

function List({ onInsert, onChange }: { onInsert: (text: string) => void; onChange: (one: NoteTemplate) => void }) {
  const { data, error } = useTemplates()
  if (error) return <Failure failure={error} />
  if (!data) return <SkeletonRows rows={3} />
  if (data.items.length === 0) return <p>{t('desk.template.none')}</p>
  return (
    <ul className={css.list}>
      {data.items.map((item) => (
        <li key={item.id} className={css.item}>
          <button type="button" className={css.insert} onClick={() => onInsert(item.text)}>
            <span className={css.title}>
              {item.title}
              {item.isShared && <span className={css.shared}> · {t('desk.template.shared')}</span>}
            </span>
            <span className={css.text}>{item.text}</span>
          </button>
          {item.mayChange && (
            <IconButton
              icon="pencil"
              label={t('desk.template.change', { title: item.title })}
              onClick={() => onChange(item)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** The form of a template; managers may share it with all clinicians. */
function TemplateForm({ template, onDone }: { template: NoteTemplate | undefined; onDone: () => void }) {
  const { data: staff } = useStaff()
  const [isShared, setShared] = useState(false)
  const write = useWriteTemplate()
  const remove = useRemoveTemplate(onDone)
  const form = useDialogForm({
    initial: { title: template?.title ?? '', text: template?.text ?? '' },
    check: ({ title, text }) => ({ title: problem('title', title), text: problem('text', text) }),
    submit: ({ title, text }) =>
      write.mutateAsync({ id: template?.id, title: title.trim(), text: text.trim(), isShared }),
    message: (field, code) => t(`desk.template.${field}.${code}`),
    onClose: onDone,
  })
  return (
    <FormDialog
      form={form}
      title={t(template ? 'desk.template.edit' : 'desk.template.new')}
      act={t('desk.template.save')}
      icon="check"
      after={
        template && (
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate(template.id)}>
            {t('desk.template.remove')}
          </Button>
        )
      }
      failure={remove.error}
    >
      <TextInput label={t('desk.template.name')} autoComplete="off" {...form.field('title')} />
      <TextArea label={t('desk.template.text')} hint={t('desk.template.hint')} {...form.field('text')} />
      {!template && staff?.role.includes('clinical-manager') && (
        <CheckboxRow label={t('desk.template.share')} value={isShared} onChange={setShared} optional />
      )}
    </FormDialog>
  )
}

interface Written {
  /** Undefined for a new template. */
  id: string | undefined
  title: string
  text: string
  isShared: boolean
}
