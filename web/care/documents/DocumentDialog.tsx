import type { Document } from '@cuida/core/care/documents/document.ts'
import { readDocument, removeDocument } from '@cuida/core/care/documents/document-api.ts'
import { fileNameOf } from '@cuida/core/care/documents/document-rules.ts'
import type { FileContent } from '@cuida/core/kit/call.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import { api } from '../../kit/api.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useMutation } from '../../kit/mutations.ts'
import { useRead } from '../../kit/reads.ts'
import { saveFile } from '../../kit/save-file.ts'
import { OF_CARE } from '../queries.ts'
import css from './Documents.module.css'
import { documentName } from './document-words.ts'

interface DocumentDialogProps {
  consultationId: string
  document: Document
  removable: boolean
  onClose: () => void
}

/** One document, looked at, kept on the device, or taken back while that is possible. */
export function DocumentDialog({ consultationId, document, removable, onClose }: DocumentDialogProps) {
  const where = { id: consultationId, documentId: document.id }
  // A picture of somebody's body is not kept in memory longer than it is looked at.
  const kept = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, endsUnseen: true }
  const { data, error } = useRead(readDocument, where, kept)
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
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return address ? <img className={css.picture} src={address} alt={name} /> : null
}

/** Takes one's own document back. Gone already is what was wanted. */
export const useRemoveDocument = (where: { id: string; documentId: string }, onRemoved: () => void) =>
  useMutation(() => api(removeDocument, where).catch(unlessGone), { onDone: onRemoved, stale: OF_CARE })

function unlessGone(error: unknown): null {
  if (error instanceof CallFailed && error.code === 'DOCUMENT_NOT_FOUND') return null
  throw error
}
