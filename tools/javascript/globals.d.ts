// What Django's JavaScriptCatalog (/jsi18n/) puts into the global scope.
declare function gettext(message: string): string;
declare function ngettext(singular: string, plural: string, count: number): string;
declare function pgettext(context: string, message: string): string;
declare function npgettext(context: string, singular: string, plural: string, count: number): string;
declare function interpolate(format: string, values: object, named?: boolean): string;
