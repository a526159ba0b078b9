import type { Document } from '@cuida/core/care/documents/document.ts'
import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { FileList, FileRow, sizeWords } from '@cuida/ui/FileRow/FileRow.tsx'
import { hasWords, t } from '@cuida/ui/words/words.ts'
import { useRef, useState } from 'react'
import { fullWords } from '../../kit/times.ts'
import css from '../record/About.module.css'
import { DocumentDialog } from './DocumentDialog.tsx'
import { documentName, useGive } from './documents.ts'

/** What the patient sent, and what the clinician gives them. */
export function Documents({ consultation }: { consultation: DeskConsultation }) {
  const { id, symptomsDocuments: sent, journalDocuments: given, mayGive } = consultation
  const [open, setOpen] = useState<string>()
  const shown = [...sent, ...given].find((document) => document.id === open)
  return (
    <Section title={t('desk.documents.title')}>
      {sent.length === 0 && <p className={css.none}>{t('desk.documents.none')}</p>}
      <Documented label={t('desk.documents.sent')} documents={sent} onOpen={setOpen} />
      <Documented label={t('desk.documents.given')} heading documents={given} onOpen={setOpen} />
      {mayGive && <Give id={id} />}
      {shown && (
        <DocumentDialog consultationId={id} document={shown} mayHide={mayGive} onClose={() => setOpen(undefined)} />
      )}
    </Section>
  )
}

interface DocumentedProps {
  label: string
  heading?: boolean
  documents: readonly Document[]
  onOpen: (id: string) => void
}

function Documented({ label, heading, documents, onOpen }: DocumentedProps) {
  if (documents.length === 0) return null
  return (
    <>
      {heading && <h3 className={css.subheading}>{label}</h3>}
      <FileList label={label}>
        {documents.map((document) => (
          <FileRow
            key={document.id}
            name={documentName(document)}
            detail={
              document.isWaiting
                ? t('desk.documents.checking')
                : t('desk.documents.detail', { size: sizeWords(document.size), when: fullWords(document.uploadedAt) })
            }
            onOpen={document.isWaiting ? undefined : () => onOpen(document.id)}
          />
        ))}
      </FileList>
    </>
  )
}

function Give({ id }: { id: string }) {
  const input = useRef<HTMLInputElement>(null)
  const { give, progress, failure } = useGive(id)
  return (
    <>
      {failure !== undefined && <Alert tone="danger" title={refusalWords(failure)} failure={failure} />}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/heic,application/pdf"
        aria-label={t('desk.documents.give')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) give(file)
          target.value = ''
        }}
      />
      <Button fit icon="upload" busy={progress !== undefined} onClick={() => input.current?.click()}>
        {progress === undefined
          ? t('desk.documents.give')
          : t('desk.documents.giving', { percent: Math.round(progress * 100) })}
      </Button>
    </>
  )
}

function refusalWords(failure: unknown): string {
  const key = `desk.documents.problem.${failure instanceof CallFailed ? failure.code : 'other'}`
  return t(hasWords(key) ? key : 'desk.documents.problem.other')
}
