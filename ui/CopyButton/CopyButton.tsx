import { useState } from 'react'
import { Button } from '../Button/Button.tsx'
import { t } from '../i18n/messages.ts'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'

/**
 * Copies a link and confirms it. Where copying fails (an old browser, plain http) it explains how to copy by hand.
 */
export function CopyButton({ link }: { link: string }) {
  const [state, setState] = useState<'copied' | 'failed'>()
  function copy(): void {
    const clipboardWrite =
      navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('the browser has no clipboard API'))
    clipboardWrite.then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  return (
    <div>
      <Button variant="primary" icon="copy" done={state === 'copied'} onClick={copy}>
        {t(state === 'copied' ? 'ui.copy.done' : 'ui.copy.link')}
      </Button>
      <div role="status">
        {state === 'copied' && <VisuallyHidden>{t('ui.copy.done')}</VisuallyHidden>}
        {state === 'failed' && t('ui.copy.failed')}
      </div>
    </div>
  )
}
