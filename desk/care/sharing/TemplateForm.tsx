import type { NoteTemplate } from '@cuida/core/care/sharing/template-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { useStaff } from '../../kit/session.ts'
import { useRemoveTemplate, useWriteTemplate } from './template-queries.ts'

const LONGEST = { title: 80, text: 4_000 }

const problem = (field: keyof typeof LONGEST, words: string) =>
  words.trim().length === 0 ? 'REQUIRED' : words.length > LONGEST[field] ? 'TOO_LONG' : undefined

/** Writes a template; managers may write it for everybody. */
export function TemplateForm({ template, onDone }: { template: NoteTemplate | undefined; onDone: () => void }) {
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
