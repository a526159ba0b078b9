import { getConsultation } from '@cuida/core/care/call/api.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import type { Document } from '@cuida/core/care/documents/document.ts'
import { readDocument, removeDocument } from '@cuida/core/care/documents/document-api.ts'
import { fileNameOf, MAX_DOCUMENTS, mayAdd } from '@cuida/core/care/documents/document-rules.ts'
import type { FileContent } from '@cuida/core/kit/call.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { isOffline } from '@cuida/ui/client/network.ts'
import { callKey, invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { FileList, FileRow, formatFileSize } from '@cuida/ui/FileRow/FileRow.tsx'
import { formatRelativeDay } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../kit/api.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useMutation } from '../../kit/mutations.ts'
import { useKeptFile } from '../../kit/offline/use-kept-file.ts'
import { useQuery } from '../../kit/queries.ts'
import { saveFile } from '../../kit/save-file.ts'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import { CONSULTATION_QUERIES } from '../queries.ts'
import css from './Documents.module.css'
import { documentName, refusalMessage } from './document-messages.ts'
import { refuseAfterEnd, type Upload } from './upload-queue.ts'
import { addFiles, dropUpload, onSent, openUploads, retryUploads, thumbnailOf, useUploads } from './uploads.ts'

/** Removes a sent document; one that is already gone counts as removed. */
export const useRemoveDocument = (where: { id: string; documentId: string }, onRemoved: () => void) =>
  useMutation(() => api(removeDocument, where).catch(unlessGone), { onDone: onRemoved, stale: CONSULTATION_QUERIES })

/** Documents that the patient sends, their upload status, and those from the clinician. */
export function Documents({ consultation }: { consultation: Consultation }) {
  const { id, status, symptomsDocuments: sent, journalDocuments: clinicianDocuments, documentsRemovable } = consultation
  const [open, setOpen] = useState<string>()
  const uploads = useMyUploads(id)
  const takes = mayAdd(status)
  const openDocument = [...sent, ...clinicianDocuments].find((document) => document.id === open)
  if (!takes && sent.length + clinicianDocuments.length + uploads.length === 0) return null
  return (
    <Section title={t('care.documents.title')}>
      {takes && <p className={css.lead}>{t('care.documents.lead', { most: MAX_DOCUMENTS })}</p>}
      {sent.length + uploads.length > 0 && (
        <FileList label={t('care.documents.sent')}>
          {sent.map((document) => (
            <DocumentRow key={document.id} document={document} onOpen={() => setOpen(document.id)} />
          ))}
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={takes ? upload : refuseAfterEnd(upload)} />
          ))}
        </FileList>
      )}
      {takes && <AddFiles consultation={consultation} isFirst={sent.length + uploads.length === 0} />}
      {clinicianDocuments.length > 0 && (
        <>
          <h3 className={css.heading}>{t('care.documents.given')}</h3>
          <FileList label={t('care.documents.given')}>
            {clinicianDocuments.map((document) => (
              <DocumentRow key={document.id} document={document} onOpen={() => setOpen(document.id)} />
            ))}
          </FileList>
        </>
      )}
      {openDocument && (
        <DocumentDialog
          consultationId={id}
          document={openDocument}
          removable={documentsRemovable && sent.includes(openDocument)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  )
}

/** Uploads of this consultation; a finished one refetches the consultation. */
function useMyUploads(id: string) {
  const queries = useQueryClient()
  const owner = useSession().profile?.id
  useEffect(() => onSent(() => invalidateQueries(queries, [getConsultation])), [queries])
  useEffect(() => {
    if (owner) openUploads(owner)
  }, [owner])
  return useUploads(id)
}

function DocumentRow({ document, onOpen }: { document: Document; onOpen: () => void }) {
  const { timeZone } = usePartner()
  const { size, uploadedAt, isWaiting } = document
  const detail = isWaiting
    ? t('care.documents.checking')
    : t('care.documents.detail', { size: formatFileSize(size), when: formatRelativeDay(uploadedAt, timeZone) })
  return (
    <FileRow
      thumbnail={thumbnailOf(document.id)}
      name={documentName(document)}
      detail={detail}
      onOpen={isWaiting ? undefined : onOpen}
    />
  )
}

/** File types for the picker; phones add the camera. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf,.heic,.pdf'

function AddFiles({ consultation: { id, orderId }, isFirst }: { consultation: Consultation; isFirst: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  async function take(files: FileList | null): Promise<void> {
    if (!files || files.length === 0) return
    setBusy(true)
    await addFiles(id, [...files]).finally(() => setBusy(false))
    if (input.current) input.current.value = ''
  }
  return (
    <div className={css.add}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label={t('care.documents.choose')}
        onChange={({ target }) => void take(target.files)}
      />
      <Button icon="upload" busy={busy} onClick={() => input.current?.click()}>
        {t(isFirst ? 'care.documents.choose' : 'care.documents.more')}
      </Button>
      {orderId && (
        <LinkButton icon="camera" href={pathOf('attachmentCamera', { id: orderId, consultationId: id })}>
          {t('care.documents.camera')}
        </LinkButton>
      )}
    </div>
  )
}

/** A file that has not arrived yet: waiting, uploading, or refused with advice. */
function UploadRow({ upload: { key, name, thumbnail, state, progress, code, isSlow } }: { upload: Upload }) {
  const title = name || t('care.documents.aFile')
  return (
    <FileRow
      thumbnail={thumbnail}
      name={title}
      detail={
        <span role={state === 'refused' ? 'alert' : undefined}>{messageOf({ state, progress, code, isSlow })}</span>
      }
      isProblem={state === 'refused'}
      progress={state === 'sending' ? progress : undefined}
      actions={
        <>
          {state === 'waiting' && navigator.onLine && (
            <Button fit variant="quiet" icon="refresh" onClick={retryUploads}>
              {t('care.documents.retry')}
            </Button>
          )}
          <Button fit variant="quiet" icon="close" onClick={() => dropUpload(key)}>
            {t(state === 'refused' ? 'care.documents.dismiss' : 'care.documents.cancel')}
          </Button>
        </>
      }
    />
  )
}

function messageOf({ state, progress, code, isSlow }: Pick<Upload, 'state' | 'progress' | 'code' | 'isSlow'>): string {
  if (state === 'refused') return refusalMessage(code ?? '')
  if (state === 'waiting' && !navigator.onLine) return t('care.documents.offline')
  if (state === 'waiting') return t(isSlow ? 'care.documents.slow' : 'care.documents.waiting')
  return t('care.documents.sending', { percent: Math.round(progress * 100) })
}

interface DocumentDialogProps {
  consultationId: string
  document: Document
  removable: boolean
  onClose: () => void
}

/** Shows one document, to download or, while possible, to remove. */
function DocumentDialog({ consultationId, document, removable, onClose }: DocumentDialogProps) {
  const where = { id: consultationId, documentId: document.id }
  // Medical pictures stay in memory only while they are on screen.
  const queryOptions = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, endsUnseen: true }
  const read = useQuery(readDocument, where, queryOptions)
  const kept = useKeptFile(callKey(readDocument, where), isOffline(read.error))
  const data = read.data ?? kept
  const error = kept ? undefined : read.error
  const remove = useRemoveDocument(where, onClose)
  const name = documentName(document)
  const save = useMutation((file: FileContent) => saveFile(file, fileNameOf(document, name)))
  return (
    <Dialog
      open
      title={name}
      onClose={onClose}
      actions={
        <>
          {data && (
            <Button variant="primary" icon="download" busy={save.isPending} onClick={() => save.mutate(data)}>
              {t('care.documents.download')}
            </Button>
          )}
          {removable && (
            <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
              {t('care.documents.remove')}
            </Button>
          )}
        </>
      }
    >
      <FailureAlert failure={remove.error ?? save.error ?? error} />
      {!data && !error && <Skeleton lines={4} />}
      {data && document.type === 'image/jpeg' && <Picture content={data as Blob} name={name} />}
      {data && document.type === 'application/pdf' && <p>{t('care.documents.pdf')}</p>}
      {data && document.wasSigned && <p>{t('care.documents.signed')}</p>}
    </Dialog>
  )
}

function Picture({ content, name }: { content: Blob; name: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const objectUrl = URL.createObjectURL(content)
    setAddress(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [content])
  return address ? <img className={css.picture} src={address} alt={name} /> : null
}

function unlessGone(error: unknown): null {
  if (error instanceof CallFailed && error.code === 'DOCUMENT_NOT_FOUND') return null
  throw error
}
