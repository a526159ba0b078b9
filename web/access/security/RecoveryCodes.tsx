import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useDeed } from '../../kit/deeds.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { saveFile } from '../../kit/save-file.ts'
import { copyText } from '../sign-in/copy-text.ts'
import css from './Security.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => void
}

/** The only time that they can be seen. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  const download = useDeed(() => saveFile(new Blob([text], { type: 'text/plain' }), t('access.totp.file')))
  return (
    <div className={css.page}>
      <ol className={css.codes} aria-label={t('access.totp.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Button icon="copy" onClick={() => copyText(text)}>
        {t('access.totp.copyCodes')}
      </Button>
      <FailureAlert failure={download.error} />
      <Button icon="download" busy={download.isPending} onClick={() => download.mutate()}>
        {t('access.totp.download')}
      </Button>
      <Button variant="primary" onClick={onKept}>
        {t('access.totp.kept')}
      </Button>
    </div>
  )
}
