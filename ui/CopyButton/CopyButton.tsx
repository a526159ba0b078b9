import { useState } from 'react'
import { Button, type ButtonVariant } from '../Button/Button.tsx'
import { t } from '../i18n/messages.ts'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'

interface CopyButtonProps {
  text: string
  /** Names the text where it is not a link. */
  label?: string
  variant?: ButtonVariant
}

/**
 * Copies a link or other text and confirms it. Where copying fails (an old browser, plain http) it explains how to copy
 * by hand.
 */
export function CopyButton({ text, label = t('ui.copy.link'), variant = 'primary' }: CopyButtonProps) {
  const [state, setState] = useState<'copied' | 'failed'>()
  function copy(): void {
    const clipboardWrite =
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('the browser has no clipboard API'))
    clipboardWrite.then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  return (
    <div>
      <Button variant={variant} icon="copy" done={state === 'copied'} onClick={copy}>
        {state === 'copied' ? t('ui.copy.done') : label}
      </Button>
      <div role="status">
        {state === 'copied' && <VisuallyHidden>{t('ui.copy.done')}</VisuallyHidden>}
        {state === 'failed' && t('ui.copy.failed')}
      </div>
    </div>
  )
}
