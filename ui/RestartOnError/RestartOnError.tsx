import { Component, type ReactNode } from 'react'
import { Button } from '../Button/Button.tsx'
import { newTraceId } from '../client/exchange.ts'
import { reportError } from '../error-reports/report.ts'
import { t } from '../i18n/messages.ts'
import { TraceId } from '../TraceId/TraceId.tsx'

interface RestartOnErrorProps {
  children: ReactNode
  /** The address that a restart opens. */
  home: string
  className: string
}

/** The error boundary of an app (A2.46). It shows the trace id of the error report. */
export class RestartOnError extends Component<RestartOnErrorProps, { traceId?: string }> {
  override state: { traceId?: string } = {}

  static getDerivedStateFromError() {
    return { traceId: newTraceId() }
  }

  override componentDidCatch(error: unknown) {
    reportError(error, this.state.traceId ?? newTraceId(), true)
  }

  override render() {
    const { traceId } = this.state
    const { children, home, className } = this.props
    if (!traceId) return children
    return (
      <main className={className}>
        <h1>{t('ui.crash.title')}</h1>
        <p>{t('ui.crash.text')}</p>
        <TraceId id={traceId} />
        <Button variant="primary" onClick={() => location.assign(home)}>
          {t('ui.crash.restart')}
        </Button>
      </main>
    )
  }
}
