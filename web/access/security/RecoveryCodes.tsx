import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { copyText } from '../welcome/copy-text.ts'
import css from './Security.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => void
}

/** The only time that they can be seen. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
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
      <LinkButton
        icon="download"
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        download={t('access.totp.file')}
      >
        {t('access.totp.download')}
      </LinkButton>
      <Button variant="primary" onClick={onKept}>
        {t('access.totp.kept')}
      </Button>
    </div>
  )
}
