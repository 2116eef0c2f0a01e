import type { Application } from "../manifest/application.js";

/** The body of a Graph PATCH. Graph refuses `origin` and the application's own id, so they are not in it. */
export const renderGraphBody = (application: Application): string => json(application);

/** The content of the portal's manifest page: Graph's fields, the client id once known, and the origin of each app role. */
export function renderPortalManifest(application: Application, clientId: string | undefined): string {
  return json({
    ...(clientId === undefined ? {} : { appId: clientId }),
    ...application,
    appRoles: application.appRoles.map((role) => ({ ...role, origin: "Application" })),
  });
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
