import type { NoteTemplate } from '@cuida/core/care/sharing/template-api.ts'
import { Button, IconButton } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import css from './Templates.module.css'
import { useTemplates } from './template-queries.ts'

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
