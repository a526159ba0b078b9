import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { Component, type ReactNode } from 'react'
import { reportError } from './error-report.ts'

/** Spec 1 §2 "Error-boundary screen with a restart button". */
export class RestartOnError extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    reportError(error, location.pathname)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="overlay">
        <h1>{t('brand.crash.title')}</h1>
        <p>{t('brand.crash.text')}</p>
        <Button variant="primary" onClick={() => location.assign('/')}>
          {t('brand.crash.restart')}
        </Button>
      </main>
    )
  }
}
