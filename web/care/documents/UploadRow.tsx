import { Button } from '@cuida/ui/Button/Button.tsx'
import { FileRow } from '@cuida/ui/FileRow/FileRow.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { refusalWords } from './document-words.ts'
import type { Upload } from './upload-queue.ts'
import { dropUpload, retryUploads } from './uploads.ts'

/** A file that is not there yet: in the line, on its way, or refused with what to do instead. */
export function UploadRow({ upload: { key, name, thumbnail, state, progress, code, isSlow } }: { upload: Upload }) {
  const title = name || t('care.documents.aFile')
  return (
    <FileRow
      thumbnail={thumbnail}
      name={title}
      detail={
        <span role={state === 'refused' ? 'alert' : undefined}>{wordsOf({ state, progress, code, isSlow })}</span>
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

function wordsOf({ state, progress, code, isSlow }: Pick<Upload, 'state' | 'progress' | 'code' | 'isSlow'>): string {
  if (state === 'refused') return refusalWords(code ?? '')
  if (state === 'waiting' && !navigator.onLine) return t('care.documents.offline')
  if (state === 'waiting') return t(isSlow ? 'care.documents.slow' : 'care.documents.waiting')
  return t('care.documents.sending', { percent: Math.round(progress * 100) })
}
