-- How far a session has been extracted from. An event is read when its scope's watermark or its session's has passed it.

alter table session add column extracted_seq bigint not null default 0;
