import type { AnalyticsSettings } from '@cuida/core/brand/analytics/analytics-settings.ts'
import type { TrackedEvent } from '@cuida/core/brand/analytics/tracking-api.ts'

/** Sends the app's events to the analytics vendor that the content names. */
export interface Analytics {
  /** Throws ProviderDown. */
  record(settings: AnalyticsSettings, tracked: TrackedEvent): Promise<void>
}
