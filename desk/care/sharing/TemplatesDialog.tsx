import type { NoteTemplate } from '@cuida/core/care/sharing/template-api.ts'
import { Button, IconButton } from '@cuida/ui/Button/Button.tsx'
import { CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { useStaff } from '../../kit/session.ts'
import css from './Templates.module.css'
import { useRemoveTemplate, useTemplates, useWriteTemplate } from './template-queries.ts'

interface TemplatesDialogProps {
  onInsert: (text: string) => void
  onClose: () => void
}

/** The list, to choose from with Tab and Enter; or one of them, being written. */
export function TemplatesDialog({ onInsert, onClose }: TemplatesDialogProps) {
  const [written, setWritten] = useState<NoteTemplate | 'new'>()
  if (written)
    return (
      <TemplateForm
        key={written === 'new' ? written : written.id}
        template={written === 'new' ? undefined : written}
        onDone={() => setWritten(undefined)}
      />
    )
  return (
    <Dialog
      open
      title={t('desk.template.title')}
      onClose={onClose}
      actions={
        <Button icon="plus" onClick={() => setWritten('new')}>
          {t('desk.template.new')}
        </Button>
      }
    >
      <List onInsert={onInsert} onChange={setWritten} />
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

const LONGEST = { title: 80, text: 4_000 }

const problem = (field: keyof typeof LONGEST, words: string) =>
  words.trim().length === 0 ? 'REQUIRED' : words.length > LONGEST[field] ? 'TOO_LONG' : undefined

/** Writes a template; managers may write it for everybody. */
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
    words: (field, code) => t(`desk.template.${field}.${code}`),
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
      <TextArea label={t('desk.template.words')} hint={t('desk.template.hint')} {...form.field('text')} />
      {!template && staff?.role.includes('clinical-manager') && (
        <CheckboxRow label={t('desk.template.share')} value={isShared} onChange={setShared} optional />
      )}
    </FormDialog>
  )
}
